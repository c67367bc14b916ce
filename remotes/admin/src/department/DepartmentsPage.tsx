import { type Department, listDepartments } from '@cuadre/api/department'
import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { listSubManagements } from '@cuadre/api/sub-management'
import { download, query, useTranslation } from '@cuadre/shell'
import { NONE, useLocale } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { departmentCreate, departmentUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { activeColumn, countColumn } from '../shared/record/columns.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { recordTable } from '../shared/record/recordTable.ts'
import { usePeople } from '../shared/record/usePeople.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { department } from './department.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listDepartments>

const keyOf = ({ COD_DEPARTAMENTO }: Department) => String(COD_DEPARTAMENTO)

const LIST = recordTable(listDepartments, {
  key: 'departamentos',
  sort: 'DEPARTAMENTO',
  filters: ['countryId', 'businessId', 'subManagementId', 'chiefId', 'activo'],
})
export const { first } = LIST

export default function DepartmentsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { filters: places } = usePlaces()
  const heads = usePeople(ROLE.jefatura)
  const { table, input } = LIST.useTable()
  const found = useQuery({ ...query(listDepartments, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery({ ...query(listSubManagements, { query: { limit: 999 } }), staleTime: 60_000 }).data?.data ?? []
  const columns = useMemo<Column<Department, Key>[]>(
    () => [
      {
        id: 'DEPARTAMENTO',
        header: t('field.DEPARTAMENTO'),
        cell: (d) => d.DEPARTAMENTO,
        sortable: true,
        hideable: false,
        cut: true,
        width: '26%',
        phone: 'title',
      },
      { id: 'PAIS', header: t('field.PAIS'), cell: (d) => d.PAIS.PAIS, sortable: true },
      { id: 'NEGOCIO', header: t('field.NEGOCIO'), cell: (d) => d.NEGOCIO.NEGOCIO, sortable: true, phone: 'sub' },
      {
        id: 'SUB_GERENCIA',
        header: t('field.SUB_GERENCIA'),
        cell: (d) => d.SUB_GERENCIA?.NOMBRE_SUB_GERENCIA ?? NONE,
        sortable: true,
        cut: true,
        width: '22%',
      },
      {
        id: 'JEFE',
        header: t('field.JEFE'),
        cell: (d) => (d.JEFE_ACTIVO === false ? `${d.JEFE} (${t('department.headInactive')})` : (d.JEFE ?? NONE)),
        sortable: true,
        cut: true,
        width: '18%',
        phone: 'sub-end',
      },
      countColumn(
        'CUENTAS',
        t('field.CUENTAS'),
        locale,
        (d) => d.CUENTAS,
        (d) => pageLink('/cuentas', { departmentId: d.COD_DEPARTAMENTO, statusId: 'todas', activa: 'true' }),
      ),
      activeColumn(t),
    ],
    [t, locale],
  )
  return (
    <RecordList
      kind={department}
      table={table}
      found={found}
      columns={columns}
      filters={[
        ...places,
        {
          name: 'subManagementId',
          label: t('field.SUB_GERENCIA'),
          single: true,
          options: every.map((s) => ({ value: String(s.COD_SUB_GERENCIA), label: `${s.NOMBRE_SUB_GERENCIA} · ${s.NEGOCIO}` })),
        },
        { name: 'chiefId', label: t('field.JEFE'), single: true, options: heads },
      ]}
      keyOf={keyOf}
      workbook={() => download(listDepartments, { query: input })}
      write="admin.organisation.write"
      create={departmentCreate.link()}
      change={(row) => departmentUpdate.link({ departmentId: row.COD_DEPARTAMENTO })}
      hidesInactive
      {...useViews()}
    />
  )
}
