import { pageLink } from '@cuadre/api/pages'
import { listSubManagements, type SubManagement } from '@cuadre/api/sub-management'
import { download, listInput, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, NONE, TextLink, useLocale } from '@cuadre/ui'
import { type Column, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { subManagementCreate, subManagementUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { subManagement } from './subManagement.tsx'

const keyOf = ({ COD_SUB_GERENCIA }: SubManagement) => String(COD_SUB_GERENCIA)
const FILTERS = ['countryId', 'businessId', 'managerId', 'activo']

export default function SubManagementsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { countries, businesses } = usePlaces()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'subgerencias', params, setParams, sort: 'NOMBRE_SUB_GERENCIA', filters: FILTERS })
  const input = listInput(table.state)
  const found = useQuery({ ...query(listSubManagements, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery({ ...query(listSubManagements, { query: { limit: 999, activo: 'todos' } }), staleTime: 60_000 }).data?.data ?? []
  const managers = new Map(every.flatMap(({ ENCARGADO }) => (ENCARGADO ? [[String(ENCARGADO.id), ENCARGADO.NOMBRE] as const] : [])))
  const columns = useMemo<Column<SubManagement>[]>(
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
      {
        id: 'DEPARTAMENTOS',
        header: t('department.title'),
        cell: (s) => (
          <TextLink href={pageLink('/departamentos', { subManagementId: s.COD_SUB_GERENCIA })}>
            {formatCount(s.DEPARTAMENTOS, locale)}
          </TextLink>
        ),
        align: 'number',
      },
      {
        id: 'ACTIVO',
        header: t('field.ESTADO'),
        cell: (s) => t(s.ACTIVO ? 'status.active' : 'status.inactive'),
        sortable: true,
        phone: 'title-end',
      },
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
        { name: 'countryId', label: t('field.PAIS'), single: true, options: countries },
        { name: 'businessId', label: t('field.NEGOCIO'), single: true, options: businesses },
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
