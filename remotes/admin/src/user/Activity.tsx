import type { SortKey } from '@cuadre/api/endpoint'
import { type UserEvent, userActivity } from '@cuadre/api/user'
import { pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, DateText, EmptyState, formatShortMonth, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'

/** By what the server orders them. */
type Key = SortKey<typeof userActivity>

/** What the person has done to periods, loads and analyses; the newest first. */
export function Activity({ id }: { id: number }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key>({ key: 'usuario-actividad', params, setParams })
  const { page, limit, sort, search } = table.state
  const found = useQuery({
    ...query(userActivity, { params: { id }, query: { page, limit, sort, search: search || undefined } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<UserEvent, Key>[]>(
    () => [
      {
        id: 'FECHA',
        header: t('user.activity.when'),
        sortable: true,
        hideable: false,
        phone: 'sub',
        cell: (e) => <DateText value={e.FECHA} as="datetime" />,
      },
      {
        id: 'TIPO',
        header: t('user.activity.what'),
        phone: 'title',
        cell: (e) => <span className="medium">{t(`user.activity.kind.${e.TIPO}`)}</span>,
      },
      {
        id: 'CUENTA',
        header: t('user.activity.of'),
        sortable: true,
        cut: true,
        phone: 'sub-end',
        cell: (e) =>
          e.CUENTA ? (
            <>
              <Code>{e.CUENTA}</Code> {e.NOMBRE_CUENTA} <span className="muted">{e.NEGOCIO}</span>
            </>
          ) : (
            '—'
          ),
      },
      { id: 'PERIODO', header: t('user.activity.period'), sortable: true, cell: (e) => formatShortMonth(e.PERIODO, locale) },
      {
        id: 'COMENTARIO',
        header: t('user.activity.comment'),
        cut: true,
        cell: (e) => <span translate="no">{e.COMENTARIO ?? '—'}</span>,
      },
    ],
    [t, locale],
  )
  return (
    <PagedTable
      table={table}
      search={t('user.activity.search')}
      columns={columns}
      label={t('user.tabs.actividad')}
      none={t('none.activity')}
      {...pageOf(found)}
      rowKey={(event) => String(event.ID)}
      empty={
        <EmptyState icon={<History aria-hidden />} title={t('user.activity.empty')}>
          {t('user.activity.emptyHint')}
        </EmptyState>
      }
    />
  )
}
