import { type Department, listDepartments } from '@cuadre/api/department'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { listSubManagements } from '@cuadre/api/sub-management'
import { download, listInput, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, NONE, TextLink, useLocale } from '@cuadre/ui'
import { type Column, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { departmentCreate, departmentUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { usePeople } from '../shared/record/usePeople.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { department } from './department.tsx'

const keyOf = ({ COD_DEPARTAMENTO }: Department) => String(COD_DEPARTAMENTO)
const FILTERS = ['countryId', 'businessId', 'subManagementId', 'chiefId', 'activo']

export default function DepartmentsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { countries, businesses } = usePlaces()
  const heads = usePeople(ROLE.jefatura)
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'departamentos', params, setParams, sort: 'DEPARTAMENTO', filters: FILTERS })
  const input = listInput(table.state)
  const found = useQuery({ ...query(listDepartments, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery({ ...query(listSubManagements, { query: { limit: 999 } }), staleTime: 60_000 }).data?.data ?? []
  const columns = useMemo<Column<Department>[]>(
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
      { id: 'JEFE', header: t('field.JEFE'), cell: (d) => d.JEFE ?? NONE, sortable: true, cut: true, width: '18%', phone: 'sub-end' },
      {
        id: 'CUENTAS',
        header: t('field.CUENTAS'),
        cell: (d) => (
          <TextLink href={pageLink('/cuentas', { departmentId: d.COD_DEPARTAMENTO, statusId: 'todas', activa: 'true' })}>
            {formatCount(d.CUENTAS, locale)}
          </TextLink>
        ),
        align: 'number',
      },
      {
        id: 'ACTIVO',
        header: t('field.ESTADO'),
        cell: (d) => t(d.ACTIVO ? 'status.active' : 'status.inactive'),
        sortable: true,
        phone: 'title-end',
      },
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
        { name: 'countryId', label: t('field.PAIS'), single: true, options: countries },
        { name: 'businessId', label: t('field.NEGOCIO'), single: true, options: businesses },
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
