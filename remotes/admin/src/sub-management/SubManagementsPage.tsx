import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { listSubManagements, type SubManagement } from '@cuadre/api/sub-management'
import { download, query, useTranslation } from '@cuadre/shell'
import { NONE, useLocale } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { subManagementCreate, subManagementUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { activeColumn, countColumn } from '../shared/record/columns.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { recordTable } from '../shared/record/recordTable.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { subManagement } from './subManagement.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listSubManagements>

const keyOf = ({ COD_SUB_GERENCIA }: SubManagement) => String(COD_SUB_GERENCIA)

const LIST = recordTable(listSubManagements, {
  key: 'subgerencias',
  sort: 'NOMBRE_SUB_GERENCIA',
  filters: ['countryId', 'businessId', 'managerId', 'activo'],
})
export const { first } = LIST

export default function SubManagementsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { filters: places } = usePlaces()
  const { table, input } = LIST.useTable()
  const found = useQuery({ ...query(listSubManagements, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery({ ...query(listSubManagements, { query: { limit: 999, activo: 'todos' } }), staleTime: 60_000 }).data?.data ?? []
  const managers = new Map(every.flatMap(({ ENCARGADO }) => (ENCARGADO ? [[String(ENCARGADO.id), ENCARGADO.NOMBRE] as const] : [])))
  const columns = useMemo<Column<SubManagement, Key>[]>(
    () => [
      {
        id: 'NOMBRE_SUB_GERENCIA',
        header: t('field.NOMBRE_SUB_GERENCIA'),
        cell: (s) => s.NOMBRE_SUB_GERENCIA,
        sortable: true,
        hideable: false,
        cut: true,
        width: '30%',
        phone: 'title',
      },
      { id: 'PAIS', header: t('field.PAIS'), cell: (s) => s.PAIS, sortable: true },
      { id: 'NEGOCIO', header: t('field.NEGOCIO'), cell: (s) => s.NEGOCIO, sortable: true, cut: true, width: '20%', phone: 'sub' },
      {
        id: 'ENCARGADO',
        header: t('field.ENCARGADO'),
        cell: (s) => s.ENCARGADO?.NOMBRE ?? NONE,
        sortable: true,
        cut: true,
        width: '20%',
        phone: 'sub-end',
      },
      countColumn(
        'DEPARTAMENTOS',
        t('department.title'),
        locale,
        (s) => s.DEPARTAMENTOS,
        (s) => pageLink('/departamentos', { subManagementId: s.COD_SUB_GERENCIA }),
      ),
      activeColumn(t),
    ],
    [t, locale],
  )
  return (
    <RecordList
      kind={subManagement}
      table={table}
      found={found}
      columns={columns}
      filters={[
        ...places,
        {
          name: 'managerId',
          label: t('field.ENCARGADO'),
          single: true,
          options: [...managers].map(([value, label]) => ({ value, label })),
        },
      ]}
      keyOf={keyOf}
      workbook={() => download(listSubManagements, { query: input })}
      write="admin.organisation.write"
      create={subManagementCreate.link()}
      change={(row) => subManagementUpdate.link({ deputyManagerId: row.COD_SUB_GERENCIA })}
      hidesInactive
      {...useViews()}
    />
  )
}
