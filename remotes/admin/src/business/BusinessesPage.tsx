import { type Business, listBusinesses } from '@cuadre/api/business'
import type { SortKey } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { download, Link, query, useTranslation } from '@cuadre/shell'
import { Code, EmptyState, NONE, useLocale } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { businessCreate, businessUpdate } from '../area.ts'
import { useViews } from '../shared/organisation/useViews.tsx'
import { activeColumn, countColumn } from '../shared/record/columns.tsx'
import { RecordList } from '../shared/record/RecordList.tsx'
import { recordTable } from '../shared/record/recordTable.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { BusinessImage, business } from './business.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listBusinesses>

const keyOf = ({ ID_NEGOCIO }: Business) => String(ID_NEGOCIO)
const departmentsOf = ({ ID_NEGOCIO }: Business) => pageLink('/departamentos', { businessId: ID_NEGOCIO })

const LIST = recordTable(listBusinesses, { key: 'negocios', sort: 'NEGOCIO', filters: ['countryId', 'activo'] })
export const { first } = LIST

export default function BusinessesPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { countries } = usePlaces()
  const { table, input } = LIST.useTable()
  const found = useQuery({ ...query(listBusinesses, { query: input }), placeholderData: keepPreviousData })
  const columns = useMemo<Column<Business, Key>[]>(
    () => [
      {
        id: 'NEGOCIO',
        header: t('field.NEGOCIO'),
        cell: (b) => (
          <span className="with-image">
            <BusinessImage row={b} />{' '}
            <span className="name-limit" title={b.NEGOCIO}>
              {b.NEGOCIO}
            </span>
          </span>
        ),
        sortable: true,
        hideable: false,
        phone: 'title',
      },
      { id: 'CODIGO', header: t('field.CODIGO'), cell: (b) => (b.CODIGO ? <Code>{b.CODIGO}</Code> : NONE), sortable: true, phone: 'sub' },
      { id: 'PAIS', header: t('field.PAIS'), cell: (b) => b.PAIS, sortable: true, cut: true },
      { id: 'MONEDA', header: t('field.MONEDA'), cell: (b) => b.MONEDA, sortable: true, phone: 'sub-end' },
      countColumn('DEPARTAMENTOS', t('department.title'), locale, (b) => b.DEPARTAMENTOS, departmentsOf),
      activeColumn(t),
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
