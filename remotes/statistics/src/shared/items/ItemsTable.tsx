import { listAnalysisStatuses } from '@cuadre/api/analysis-status'
import { dashboardItems } from '@cuadre/api/dashboard'
import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import type { Item } from '@cuadre/api/item'
import { MARKS } from '@cuadre/api/movement'
import { listMonthsAndYears } from '@cuadre/api/period'
import { statisticsFilters } from '@cuadre/api/statistics'
import { download, failureOf, listInput, query, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { ColorMark, EmptyState, formatCount, type Locale, Marks, Money, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, DataTable, ExportButton, FilterBar, Pager, type Table, unitOf, useExport, useRoomy } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { monthsIn } from '../months.ts'
import { useSpan } from '../useSpan.ts'
import { AccountHistory } from './AccountHistory.tsx'
import { describeList, placeOf } from './describe.ts'
import { itemLink, opensItems } from './itemLink.ts'
import { NamedAccount } from './NamedAccount.tsx'
import './items.css'

/** By what the server orders them. */
type Key = SortKey<typeof dashboardItems>

const STATE = {
  sin_enviar: 'por-preparar',
  rechazado: 'rechazado',
  en_jefatura: 'pendiente',
  en_control: 'revision',
  aprobado: 'aprobado',
} as const
/** What the list narrows down itself, beside the figure that it counts. */
export const LIST_FILTERS = ['subestadoId', 'movimiento'] as const satisfies FilterKey<typeof dashboardItems>[]
export type ListFilter = (typeof LIST_FILTERS)[number]
const statuses = { ...query(listAnalysisStatuses, { query: { limit: 1000 } }), staleTime: 600_000 }
/** The states that can be filtered by; a page waits for them, since its filters would move. */
export const useStatuses = () => useQuery(statuses)
const substateName = (locale: Locale) => (of: { nombreEs: string; nombreEn: string }) => (locale === 'es' ? of.nombreEs : of.nombreEn)
/** What the mean of a stretch is made of. */
const DAYS: Record<string, 'DIAS_PREPARACION' | 'DIAS_JEFATURA' | 'DIAS_CONTROL' | 'DIAS_TOTAL' | undefined> = {
  preparacion: 'DIAS_PREPARACION',
  jefatura: 'DIAS_JEFATURA',
  control: 'DIAS_CONTROL',
  total: 'DIAS_TOTAL',
}
/** Pixels of the window from which the department has room beside names of accounts that can be read. */
const WIDER = 1600
const keyOf = ({ COD_ANALISIS }: Item) => String(COD_ANALISIS)

type Props = {
  asked: Record<string, string>
  table: Table<Key, ListFilter>
  /** In a panel, half as wide as the window. */
  beside?: boolean
}
/** The analyses that a figure counts, with the sums of all of them by currency. */
export function ItemsTable({ asked, table, beside }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const saved = useExport()
  const me = useMe()
  const navigate = useNavigate()
  const input = { query: { ...asked, ...listInput(dashboardItems, table.state) } }
  const found = useQuery({ ...query(dashboardItems, input), placeholderData: keepPreviousData })
  const rows = found.data?.data
  const headings = useQuery({ ...query(statisticsFilters), staleTime: 600_000, enabled: asked.rubroId !== undefined })
  const isOfMonths = asked.desdePeriodId !== undefined || asked.periodIds !== undefined
  const months = useQuery({ ...query(listMonthsAndYears), staleTime: 600_000, enabled: isOfMonths })
  const span = useSpan()
  const heading = headings.data?.rubros.find(({ COD_RUBRO }) => String(COD_RUBRO) === asked.rubroId)?.RUBRO
  const substates = useStatuses().data?.data.filter(({ esSistema }) => !esSistema) ?? []
  // A figure of one kind is of that kind; of several, each can be looked at alone.
  const kinds = asked.movimiento?.split(',') ?? MARKS
  const currency = unitOf(found.data?.sumas.map(({ MONEDA }) => MONEDA))
  const days = DAYS[asked.tramo ?? '']
  const [isWide, isWider] = [useRoomy(), useRoomy(WIDER)]
  const columns = useMemo<Column<Item, Key>[]>(() => {
    const nameOf = substateName(locale)
    const money = (of: 'VALOR_BALANCE' | 'VARIACION' | 'SIN_EXPLICAR' | 'VARIACION_PERIODO') => (row: Item) => (
      <Money value={row[of]} currency={currency ? undefined : row.MONEDA} />
    )
    return [
      {
        id: 'CUENTA',
        header: t('list.account'),
        sortable: true,
        hideable: false,
        cut: true,
        phone: 'title',
        cell: (row) => (
          <NamedAccount of={row}>
            {' '}
            <Marks critica={row.MATERIALIDAD === 'critica'} material={row.MATERIALIDAD === 'material'} automatico={row.AUTOMATICO} />
          </NamedAccount>
        ),
      },
      {
        id: 'PERIODO',
        header: t('list.period'),
        sortable: true,
        hidden: asked.todos !== 'true' && !isOfMonths,
        cell: ({ PERIODO }) => PERIODO,
      },
      { id: 'NEGOCIO', header: t('list.business'), sortable: true, cut: true, width: '16%', phone: 'sub', cell: ({ NEGOCIO }) => NEGOCIO },
      {
        id: 'DEPARTAMENTO',
        header: t('list.department'),
        sortable: true,
        cut: true,
        width: '14%',
        hidden: beside || !isWider,
        cell: ({ DEPARTAMENTO }) => DEPARTAMENTO ?? '—',
      },
      { id: 'RUBRO', header: t('list.heading'), sortable: true, hidden: true, cut: true, cell: ({ RUBRO }) => RUBRO ?? '—' },
      {
        id: 'ANALISTA',
        header: t('list.analyst'),
        sortable: true,
        hidden: beside || !isWide,
        cell: ({ ANALISTA }) => ANALISTA,
      },
      { id: 'VALOR_BALANCE', header: t('list.balance'), unit: currency, align: 'number', sortable: true, cell: money('VALOR_BALANCE') },
      {
        id: 'VARIACION_PERIODO',
        header: t('list.movement'),
        unit: currency,
        align: 'number',
        sortable: true,
        hidden: true,
        cell: money('VARIACION_PERIODO'),
      },
      {
        id: 'VARIACION',
        header: t('list.difference'),
        unit: currency,
        align: 'number',
        sortable: true,
        phone: 'sub-end',
        // A balance that nobody has supported yet is no difference.
        cell: (row) => (row.ETAPA === 'sin_enviar' ? '—' : money('VARIACION')(row)),
      },
      {
        id: 'SIN_EXPLICAR',
        header: t('list.unexplained'),
        unit: currency,
        align: 'number',
        sortable: true,
        hidden: true,
        cell: money('SIN_EXPLICAR'),
      },
      ...(days
        ? [{ id: days, header: t('list.days'), align: 'number' as const, sortable: true, cell: (row: Item) => row[days] ?? '—' }]
        : []),
      {
        id: 'ETAPA',
        header: t('list.state'),
        sortable: true,
        phone: 'title-end',
        cell: ({ ETAPA, COMPLETITUD, SUBESTADO }) => (
          <span className="row">
            <StateBadge state={STATE[ETAPA]}>{t(`list.etapa.${ETAPA}`)}</StateBadge>
            {(COMPLETITUD === 'vencido' || COMPLETITUD === 'completado_tarde') && <Marks tarde />}
            {SUBESTADO && (
              <span className="list-substate" title={nameOf(SUBESTADO)}>
                <ColorMark color={SUBESTADO.color}>{nameOf(SUBESTADO)}</ColorMark>
              </span>
            )}
          </span>
        ),
      },
    ]
  }, [t, locale, currency, days, asked.todos, isOfMonths, beside, isWide, isWider])
  const save = () => {
    const { page: _, limit: __, ...all } = input.query
    return saved(t('list.file'), download(dashboardItems, { query: all }))
  }
  const total = found.data?.total ?? 0
  const [account, setAccount] = useState<Item>()
  if (account) return <AccountHistory of={account} asOf={asked.asOf} onBack={() => setAccount(undefined)} />
  return (
    <>
      <FilterBar
        table={table}
        columns={columns}
        search={t('list.search')}
        filters={[
          ...(substates.length > 0
            ? [
                {
                  name: 'subestadoId' as const,
                  label: t('list.substate'),
                  options: substates.map((status) => ({ value: String(status.id), label: substateName(locale)(status) })),
                },
              ]
            : []),
          ...(kinds.length > 1
            ? [
                {
                  name: 'movimiento' as const,
                  label: t('list.movementKind'),
                  options: kinds.map((kind) => ({ value: kind, label: t(`list.movimiento.${kind}`) })),
                },
              ]
            : []),
        ]}
        end={total > 0 && <ExportButton onExport={save} />}
      >
        <span className="small muted list-note">
          {[describeList(asked, t, locale), placeOf(asked, rows?.[0], locale, heading, span(monthsIn(asked, months.data)))]
            .filter(Boolean)
            .join(' — ') || '\u00a0'}
        </span>
      </FilterBar>
      <DataTable
        label={t('list.title')}
        none={t('none.analysis')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        table={table}
        loading={found.isFetching}
        error={failureOf(found)}
        onOpen={(row) => (opensItems(me) ? void navigate(itemLink(me, row)) : setAccount(row))}
        empty={<EmptyState title={t('list.none')}>{t('list.noneHint')}</EmptyState>}
      />
      {found.data && found.data.sumas.length > 0 && (
        <ul className="list-sums" aria-label={t('list.sums')}>
          {found.data.sumas.map((sum) => (
            <li key={sum.MONEDA}>
              <b>{sum.MONEDA}</b>
              <span>{t('items', { count: sum.items, n: formatCount(sum.items, locale) })}</span>
              <span>
                {t('list.balance')} <Money value={sum.saldo} />
              </span>
              <span>
                {t('list.difference')} <Money value={sum.diferencia} />
              </span>
              <span>
                {t('list.unexplained')} <Money value={sum.sinExplicar} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager table={table} total={total} waiting={!rows} />
    </>
  )
}
