import { type CountryManager, listCountryManagers } from '@cuadre/api/country'
import { Link, listInput, pageOf, query, useCan, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { buttonClass, EmptyState, Page } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { countryCreate, countryUpdate } from '../area.ts'

export default function CountriesPage() {
  const { t } = useTranslation('admin')
  const can = useCan()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'paises', params, setParams, sort: 'PAIS', filters: ['activo'] })
  const countries = useQuery({ ...query(listCountryManagers, { query: listInput(table.state) }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<CountryManager>[]>(
    () => [
      { id: 'PAIS', header: t('country.name'), cell: (c) => c.PAIS, sortable: true, hideable: false, phone: 'title' },
      { id: 'CODIGO_ISO', header: t('country.iso'), cell: (c) => c.CODIGO_ISO, sortable: true, phone: 'sub' },
      { id: 'MONEDA', header: t('country.currency'), cell: (c) => c.MONEDA, sortable: true, phone: 'sub-end' },
      { id: 'ENCARGADO', header: t('country.manager'), cell: (c) => c.ENCARGADO ?? '—', sortable: true, cut: true },
      { id: 'NEGOCIOS', header: t('country.businesses'), cell: (c) => c.NEGOCIOS, align: 'number', sortable: true },
      {
        id: 'ACTIVO',
        header: t('country.status'),
        cell: (c) => (c.ACTIVO ? t('status.active') : t('status.inactive')),
        sortable: true,
        phone: 'title-end',
      },
    ],
    [t],
  )
  const write = can('admin.country.write')
  const create = write && (
    <Link className={buttonClass('solid')} to={countryCreate.link()}>
      <Plus aria-hidden />
      {t('country.create')}
    </Link>
  )
  return (
    <Page fill title={t('country.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('country.title') }]} actions={create}>
      <PagedTable
        table={table}
        search={t('country.search')}
        columns={columns}
        filters={[
          {
            name: 'activo',
            label: t('country.status'),
            single: true,
            options: [
              { value: 'true', label: t('status.active') },
              { value: 'false', label: t('status.inactive') },
            ],
          },
        ]}
        label={t('country.title')}
        {...pageOf(countries)}
        rowKey={(c) => String(c.ID_PAIS)}
        onOpen={write ? (c) => navigate(countryUpdate.link({ countryManagerId: c.ID_PAIS })) : undefined}
        actions={
          write
            ? (c) => (
                <Link className="link" to={countryUpdate.link({ countryManagerId: c.ID_PAIS })}>
                  {t('actions.edit')}
                </Link>
              )
            : undefined
        }
        empty={
          <EmptyState title={t('country.empty')} actions={create}>
            {t('country.emptyHint')}
          </EmptyState>
        }
      />
    </Page>
  )
}
