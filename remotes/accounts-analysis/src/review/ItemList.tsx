import { stateOf } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { Code, DateText, formatCount, formatRemaining, Marks, Money, Progress, Skeleton, StateBadge, useLocale } from '@cuadre/ui'
import { SegmentedControl, Tabs } from '@cuadre/ui/overlay'
import { memo, type UIEvent, useEffect, useMemo, useRef } from 'react'
import { OverLimit } from '../shared/OverLimit.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { isSubmitted, marksOf } from '../shared/state.ts'
import { Substate } from '../shared/substate/Substate.tsx'
import { Unusual, UnusualMembers } from '../shared/Unusual.tsx'
import { Bulk } from './Bulk.tsx'
import { Extensions } from './Extensions.tsx'
import { Filters } from './Filters.tsx'
import type { Level } from './level.ts'
import type { ReviewUnit } from './unit.ts'
import { BOXES, type Box, type UrlFilters } from './urlFilters.ts'
import type { Queue } from './useQueue.ts'

interface Props {
  level: Level
  asked: UrlFilters
  queue: Queue
  current: number | undefined
  onAsk: (change: Partial<UrlFilters>) => void
  onChoose: (id: number) => void
  /** For a decision on many at once. */
  marked: ReadonlySet<number>
  onMark: (ids: readonly number[], on: boolean) => void
}
/** The most that the contract decides at once. */
const MAX_MARKED = 1000
const TABS = ['por_decidir', 'decididos', 'sin_enviar'] as const
const COUNTS = {
  por_decidir: 'porDecidir',
  decididos: 'decididos',
  sin_enviar: 'sinEnviar',
  rechazados: 'rechazados',
  atrasados: 'atrasados',
  aprobados: 'aprobados',
  por_preparar: 'porPreparar',
} as const
/** Pixels before the end from which more is asked for. */
const LOAD_MORE_PX = 600

/** The list's pane: month, tabs, filters, items, and how far the month is. */
export const ItemList = memo(({ level, asked, queue, current, onAsk, onChoose, marked, onMark }: Props) => (
  <>
    <Head asked={asked} queue={queue} onAsk={onAsk} marked={marked} onMark={onMark} />
    <Items asked={asked} queue={queue} current={current} onChoose={onChoose} marked={marked} onMark={onMark} />
    <Bulk level={level} items={queue.items} marked={marked} onMark={onMark} />
    <Foot level={level} queue={queue} />
  </>
))

/** Of these parts only the items follow the one in view. */
const Head = memo(({ asked, queue, onAsk, marked, onMark }: Pick<Props, 'asked' | 'queue' | 'onAsk' | 'marked' | 'onMark'>) => {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { items, counts } = queue
  const all = useMemo(() => items.slice(0, MAX_MARKED).map(({ id }) => id), [items])
  const kind = (of: UrlFilters['kind'], name: string) => (
    <>
      {name} {(queue.toDecide[of] ?? 0) > 0 && <span className="count">{formatCount(queue.toDecide[of], locale)}</span>}
    </>
  )
  // A figure of a home may ask for a list that has no tab of its own: it gets one while it is in view.
  const boxes: readonly Box[] = BOXES.filter((box) => box === asked.box || TABS.some((tab) => tab === box))
  return (
    <header className="review-list-head">
      <div className="row">
        <h1 className="review-title">{t('review.title')}</h1>
        <Extensions />
        <span className="grow" />
        {queue.period !== undefined && (
          <PeriodChoice label={t('review.period')} periods={queue.periods} value={queue.period} onChange={(period) => onAsk({ period })} />
        )}
      </div>
      <SegmentedControl
        label={t('review.kind')}
        stretch
        value={asked.kind}
        onChange={(kind) => onAsk({ kind })}
        options={[
          { value: 'individual', label: kind('individual', t('review.individual')) },
          { value: 'agrupado', label: kind('agrupado', t('review.grouped')) },
        ]}
      />
      <Tabs
        label={t('review.boxes')}
        value={asked.box}
        onChange={(box) => onAsk({ box: box as Box })}
        tabs={boxes.map((box) => ({
          value: box,
          label: t(`review.box.${box}`),
          count: counts && formatCount(counts[COUNTS[box]], locale),
        }))}
      />
      <Filters asked={asked} queue={queue} onAsk={onAsk} />
      {asked.box === 'por_decidir' && (queue.waiting || items.length > 1) && (
        <label className="review-mark-all option xsmall muted" style={items.length > 1 ? undefined : { visibility: 'hidden' }}>
          <input
            type="checkbox"
            className="checkbox"
            checked={marked.size > 0 && all.every((id) => marked.has(id))}
            onChange={(event) => onMark(all, event.target.checked)}
          />
          {t('review.markAll', { count: all.length })}
        </label>
      )}
    </header>
  )
})

function Items({
  asked,
  queue,
  current,
  onChoose,
  marked,
  onMark,
}: Pick<Props, 'asked' | 'queue' | 'current' | 'onChoose' | 'marked' | 'onMark'>) {
  const { t } = useTranslation('accounts-analysis')
  const { items, counts, more } = queue
  const list = useRef<HTMLUListElement>(null)
  const marking = asked.box === 'por_decidir'

  useEffect(() => {
    // In the frame that draws it: where things lie is not worked out twice.
    const frame = requestAnimationFrame(() => list.current?.querySelector(`[data-id="${current}"]`)?.scrollIntoView?.({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [current])

  const onScroll = ({ currentTarget: at }: UIEvent) => {
    if (at.scrollHeight - at.scrollTop - at.clientHeight < LOAD_MORE_PX) more()
  }
  return (
    <ul
      className="review-items"
      ref={list}
      onScroll={onScroll}
      aria-label={t(`review.box.${asked.box}`)}
      aria-busy={queue.waiting || undefined}
    >
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          current={item.id === current}
          withState={asked.box !== 'por_decidir'}
          withBusiness={(counts?.negocios.length ?? 0) > 1}
          onChoose={onChoose}
          marked={marking ? marked.has(item.id) : undefined}
          onMark={onMark}
        />
      ))}
      {queue.waiting && items.length === 0 && WAITING.map((n) => <Waiting key={n} />)}
      {queue.hasMore && <Waiting />}
    </ul>
  )
}

const Foot = memo(({ level, queue: { counts, items } }: Pick<Props, 'level' | 'queue'>) => {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (!counts || counts.total === 0) return null
  return (
    <footer className="review-list-foot">
      <Progress
        label={
          <bdi>
            {t('review.decidedOf', {
              n: formatCount(counts.decididos, locale),
              total: formatCount(counts.decididos + counts.porDecidir, locale),
            })}
          </bdi>
        }
        value={counts.decididos}
        max={counts.decididos + counts.porDecidir}
        state="aprobado"
      />
      {items[0] && (
        <p className="xsmall muted" title={formatRemaining(items[0][level.due], locale)}>
          {t('review.due')} <DateText value={items[0][level.due]} as="due" /> · <DateText value={items[0][level.due]} as="remaining" />
        </p>
      )}
    </footer>
  )
})

interface RowProps {
  item: ReviewUnit
  current: boolean
  withState: boolean
  /** The same account exists in several businesses. */
  withBusiness: boolean
  onChoose: (id: number) => void
  /** undefined: nothing is marked in this list. */
  marked: boolean | undefined
  onMark: (ids: readonly number[], on: boolean) => void
}
const Row = memo(function Row(props: RowProps) {
  const { item, current, withState, withBusiness, onChoose, marked, onMark } = props
  const { t } = useTranslation('accounts-analysis')
  return (
    <li className={marked === undefined ? undefined : 'review-markable'}>
      {marked !== undefined && (
        <input
          type="checkbox"
          className="checkbox"
          aria-label={t('review.mark', { name: heardName(item) })}
          checked={marked}
          onChange={(event) => onMark([item.id], event.target.checked)}
        />
      )}
      <button type="button" className="review-row" data-id={item.id} aria-current={current || undefined} onClick={() => onChoose(item.id)}>
        <span className="row">
          <span className="review-row-name ellipsis grow" dir="auto" title={item.name}>
            {item.name}
          </span>
          {withState ? <StateBadge state={stateOf(item)} small /> : <Marks {...marksOf(item)} />}
        </span>
        <span className="row xsmall">
          {item.kind === 'agrupado' ? <span>{t('shared.accountsCount', { count: item.CUENTAS })}</span> : <Code>{item.CUENTA}</Code>}
          <span className="muted ellipsis grow" title={withBusiness ? (item.NEGOCIO ?? undefined) : undefined}>
            {withBusiness && item.NEGOCIO}
          </span>
          <Money value={item.VALOR_BALANCE} />
        </span>
        {(item.SUBESTADO || isUnusual(item) || item.LIMITE_ESTADO?.vencido) && (
          <span className="row xsmall">
            {item.kind === 'agrupado' ? <UnusualMembers of={item.INUSUALES} /> : <Unusual of={item} />}
            <Substate of={item} />
            <OverLimit of={item} />
          </span>
        )}
        <span className="row xsmall muted">
          <span className="ellipsis grow" title={item.ANALISTA ?? undefined}>
            {item.ANALISTA}
          </span>
          <span className="nowrap">
            {!isSubmitted(item) ? (
              t('review.unsent')
            ) : isZero(item.VARIACION) ? (
              t('review.noDifference')
            ) : (
              <bdi>
                {t('review.dif')} <Money value={item.VARIACION} />
              </bdi>
            )}
          </span>
        </span>
      </button>
    </li>
  )
})

/** The same account stands in several businesses. */
const heardName = (item: ReviewUnit) => [item.name, item.kind === 'individual' && item.CUENTA, item.NEGOCIO].filter(Boolean).join(', ')

const isUnusual = (item: ReviewUnit) => (item.kind === 'agrupado' ? item.INUSUALES.length > 0 : item.INUSUAL !== null)

const WAITING = [0, 1, 2, 3, 4, 5, 6, 7]
const Waiting = () => (
  <li className="review-row" aria-hidden>
    <Skeleton width="70%" />
    <Skeleton width="92%" />
    <Skeleton width="48%" />
  </li>
)
