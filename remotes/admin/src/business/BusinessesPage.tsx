import { type Business, listBusinesses } from '@cuadre/api/business'
import { pageLink } from '@cuadre/api/pages'
import { download, Link, listInput, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, EmptyState, formatCount, NONE, TextLink, useLocale } from '@cuadre/ui'
import { type Column, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { businessCreate, businessUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { BusinessImage, business } from './business.tsx'

const keyOf = ({ ID_NEGOCIO }: Business) => String(ID_NEGOCIO)
const departmentsOf = ({ ID_NEGOCIO }: Business) => pageLink('/departamentos', { businessId: ID_NEGOCIO })

export default function BusinessesPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { countries } = usePlaces()
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'negocios', params, setParams, sort: 'NEGOCIO', filters: ['countryId', 'activo'] })
  const input = listInput(table.state)
  const found = useQuery({ ...query(listBusinesses, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Business>[]>(
    () => [
      {
        id: 'NEGOCIO',
        header: t('field.NEGOCIO'),
        cell: (b) => (
          <span className="with-image">
            <BusinessImage row={b} /> <span className="ellipsis">{b.NEGOCIO}</span>
          </span>
        ),
        sortable: true,
        hideable: false,
        phone: 'title',
      },
      { id: 'CODIGO', header: t('field.CODIGO'), cell: (b) => (b.CODIGO ? <Code>{b.CODIGO}</Code> : NONE), sortable: true, phone: 'sub' },
      { id: 'PAIS', header: t('field.PAIS'), cell: (b) => b.PAIS, sortable: true, cut: true },
      { id: 'MONEDA', header: t('field.MONEDA'), cell: (b) => b.MONEDA, sortable: true, phone: 'sub-end' },
      {
        id: 'DEPARTAMENTOS',
        header: t('department.title'),
        cell: (b) => <TextLink href={departmentsOf(b)}>{formatCount(b.DEPARTAMENTOS, locale)}</TextLink>,
        align: 'number',
      },
      {
        id: 'ACTIVO',
        header: t('field.ESTADO'),
        cell: (b) => t(b.ACTIVO ? 'status.active' : 'status.inactive'),
        sortable: true,
        phone: 'title-end',
      },
    ],
    [t, locale],
  )
  const tiles =
    found.data?.data.length === 0 ? (
      <EmptyState title={t('business.empty')}>{t('business.emptyHint')}</EmptyState>
    ) : (
      <ul className="tiles" aria-label={t('business.title')}>
        {found.data?.data.map((row) => (
          <li key={row.ID_NEGOCIO}>
            <Link className="tile" to={businessUpdate.link({ businessId: row.ID_NEGOCIO })}>
              <BusinessImage row={row} large />
              <span className="grow ellipsis">
                <b className="strong">{row.NEGOCIO}</b>
                <br />
                <small className="muted">
                  {row.PAIS} · {row.MONEDA}
                  <br />
                  {t('business.departments', { count: row.DEPARTAMENTOS })}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <RecordList
      kind={business}
      table={table}
      found={found}
      columns={columns}
      filters={[{ name: 'countryId', label: t('field.PAIS'), single: true, options: countries }]}
      keyOf={keyOf}
      workbook={() => download(listBusinesses, { query: input })}
      write="admin.business.write"
      create={businessCreate.link()}
      change={(row) => businessUpdate.link({ businessId: row.ID_NEGOCIO })}
      hidesInactive
      {...useViews(tiles)}
    />
  )
}
