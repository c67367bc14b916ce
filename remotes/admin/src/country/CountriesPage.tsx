import { type CountryManager, listCountryManagers } from '@cuadre/api/country'
import { pageLink } from '@cuadre/api/pages'
import { download, listInput, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, NONE, TextLink, useLocale } from '@cuadre/ui'
import { type Column, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countryCreate, countryUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { country } from './country.tsx'

const keyOf = ({ ID_PAIS }: CountryManager) => String(ID_PAIS)

export default function CountriesPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'paises', params, setParams, sort: 'PAIS', filters: ['activo', 'managerId'] })
  const input = listInput(table.state)
  const found = useQuery({ ...query(listCountryManagers, { query: input }), placeholderData: keepPreviousData })
  const every = useQuery(query(listCountryManagers, { query: { limit: 999 } })).data?.data ?? []
  const managers = new Map(every.flatMap((row) => (row.ENCARGADO ? [[String(row.ID_USUARIO_ENCARGADO), row.ENCARGADO] as const] : [])))
  const columns = useMemo<Column<CountryManager>[]>(
    () => [
      { id: 'PAIS', header: t('field.PAIS'), cell: (c) => c.PAIS, sortable: true, hideable: false, phone: 'title' },
      { id: 'CODIGO_ISO', header: t('field.CODIGO_ISO'), cell: (c) => c.CODIGO_ISO, sortable: true, phone: 'sub' },
      { id: 'MONEDA', header: t('field.MONEDA'), cell: (c) => c.MONEDA, sortable: true, phone: 'sub-end' },
      { id: 'ENCARGADO', header: t('field.ENCARGADO'), cell: (c) => c.ENCARGADO ?? NONE, sortable: true, cut: true },
      {
        id: 'NEGOCIOS',
        header: t('business.title'),
        cell: (c) => (
          <TextLink href={pageLink('/negocios', { countryId: c.ID_PAIS, activo: 'todos' })}>{formatCount(c.NEGOCIOS, locale)}</TextLink>
        ),
        align: 'number',
        sortable: true,
      },
      {
        id: 'ACTIVO',
        header: t('field.ESTADO'),
        cell: (c) => t(c.ACTIVO ? 'status.active' : 'status.inactive'),
        sortable: true,
        phone: 'title-end',
      },
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
