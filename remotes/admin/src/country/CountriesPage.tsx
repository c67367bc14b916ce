import { type CountryManager, listCountryManagers } from '@cuadre/api/country'
import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { download, query, useTranslation } from '@cuadre/shell'
import { NONE, useLocale } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countryCreate, countryUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { activeColumn, countColumn } from '../shared/record/columns.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { recordTable } from '../shared/record/recordTable.ts'
import { country } from './country.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listCountryManagers>

const keyOf = ({ ID_PAIS }: CountryManager) => String(ID_PAIS)

const LIST = recordTable(listCountryManagers, { key: 'paises', sort: 'PAIS', filters: ['managerId', 'activo'] })
export const { first } = LIST

export default function CountriesPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { table, input } = LIST.useTable()
  const found = useQuery({ ...query(listCountryManagers, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery(query(listCountryManagers, { query: { limit: 999 } })).data?.data ?? []
  const managers = new Map(every.flatMap((row) => (row.ENCARGADO ? [[String(row.ID_USUARIO_ENCARGADO), row.ENCARGADO] as const] : [])))
  const columns = useMemo<Column<CountryManager, Key>[]>(
    () => [
      { id: 'PAIS', header: t('field.PAIS'), cell: (c) => c.PAIS, sortable: true, hideable: false, phone: 'title' },
      { id: 'CODIGO_ISO', header: t('field.CODIGO_ISO'), cell: (c) => c.CODIGO_ISO, sortable: true, phone: 'sub' },
      { id: 'MONEDA', header: t('field.MONEDA'), cell: (c) => c.MONEDA, sortable: true, phone: 'sub-end' },
      { id: 'ENCARGADO', header: t('field.ENCARGADO'), cell: (c) => c.ENCARGADO ?? NONE, sortable: true, cut: true },
      {
        ...countColumn<CountryManager>(
          'NEGOCIOS',
          t('business.title'),
          locale,
          (c) => c.NEGOCIOS,
          (c) => pageLink('/negocios', { countryId: c.ID_PAIS, activo: 'todos' }),
        ),
        id: 'NEGOCIOS',
        sortable: true,
      },
      activeColumn(t),
    ],
    [t, locale],
  )
  return (
    <RecordList
      kind={country}
      table={table}
      found={found}
      columns={columns}
      filters={[
        {
          name: 'managerId',
          label: t('field.ENCARGADO'),
          single: true,
          options: [...managers].map(([value, label]) => ({ value, label })),
        },
      ]}
      keyOf={keyOf}
      workbook={() => download(listCountryManagers, { query: input })}
      write="admin.country.write"
      create={countryCreate.link()}
      change={(row) => countryUpdate.link({ countryManagerId: row.ID_PAIS })}
      {...useViews()}
    />
  )
}
