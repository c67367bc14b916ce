import { type First, useMe, useSearchParams, useTranslation } from '@cuadre/shell'
import { useKeys } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useStatusesKnown } from '../shared/substate/useSubstates.ts'
import { Aside } from './Aside.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { Item } from './Item.tsx'
import { ItemList } from './ItemList.tsx'
import { levelOf } from './level.ts'
import { NothingHere } from './NothingHere.tsx'
import { neighbour } from './queue.ts'
import { filtersFromUrl, toParams, type UrlFilters } from './urlFilters.ts'
import { useComments } from './useComments.ts'
import { type Outcome, useDecide } from './useDecide.ts'
import { useLayout } from './useLayout.ts'
import { useMarked } from './useMarked.ts'
import { useQueue } from './useQueue.ts'
import { useSelection } from './useSelection.ts'
import { useStable } from './useStable.ts'
import './review.css'

/** From so many items before the end on, the next hundred is asked for. */
const AHEAD = 15

export const first: First = ({ search, role }) => {
  const { kind, period } = filtersFromUrl(search)
  const level = levelOf(role, kind)
  return [level.metadata(), ...(period === undefined ? [] : [level.metadata(period)])]
}

/** Review of jefatura and of control: the list, the item, its evidence. */
export default function ReviewPage() {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const role = useMe().SPC_TIPO_USUARIOS.COD_TIPO_USUARIO
  const [params, setParams] = useSearchParams()
  const { item, ...filters } = filtersFromUrl(params)
  // The same as long as it says the same: who goes to another item changes the address, and no list.
  const asked: UrlFilters = useMemo(() => filters, [JSON.stringify(filters)])
  const level = useMemo(() => levelOf(role, asked.kind), [role, asked.kind])
  const ask = useStable((change: Partial<UrlFilters>) =>
    setParams((before) => toParams(before, change), { replace: change.item !== undefined }),
  )
  const other = useMemo(() => levelOf(role, asked.kind === 'individual' ? 'agrupado' : 'individual'), [role, asked.kind])
  const queue = useQueue(level, other, asked)
  const { items, total, more } = queue

  const root = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const layout = useLayout(root)
  const [listOpen, setListOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [expanded, setExpanded] = useState(false)
  const [said, setSaid] = useState('')
  const comments = useComments(asked.kind)

  const [chosen, choose] = useSelection(item, (item) => ask({ item }))
  const { marked, mark } = useMarked(queue.key)
  // Without a wish the first of the list is in view.
  const id = chosen ?? items[0]?.id
  const at = items.findIndex((item) => item.id === id)
  const row = items[at]
  const detail = useQuery({ ...level.detail(id ?? 0), enabled: id !== undefined })
  // The first item comes whole, so that nothing moves under the eye; a later one begins with what its row says.
  const wasWhole = useRef(false)
  const statusesKnown = useStatusesKnown()
  wasWhole.current ||= (detail.data !== undefined || detail.isError) && statusesKnown
  const shown = wasWhole.current ? (detail.data ?? row) : undefined

  // The evidence follows in a step of its own. The item does not: a key that is pressed at once decides what is in view.
  const [beside, besideDetail] = [useDeferredValue(shown), useDeferredValue(detail.data)]
  const go = (next: number | undefined) => {
    if (next === undefined) return
    choose(next)
    // The next item's heading has the focus, wherever the last one was decided from.
    requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
  }
  // The same at each press of a key, so that the rows stay as they are drawn.
  const onChoose = useCallback(
    (next: number) => {
      choose(next)
      setListOpen(false)
    },
    [choose],
  )
  const step = useStable((by: 1 | -1) => go(items[at < 0 ? 0 : at + by]?.id))

  const { decide, undo } = useDecide(level, queue, asked.box === 'por_decidir', go)
  const onDecide = useStable((outcome: Outcome, comment: string, motivo?: string) => {
    if (!detail.data) return
    const left = Math.max(0, (queue.counts?.porDecidir ?? 1) - 1)
    const name = detail.data.name
    const next = neighbour(items, id)
    decide(detail.data, outcome, comment, motivo)
    comments.write(detail.data.id, '')
    mark([detail.data.id], false)
    setSaid(outcome === 'approve' ? t('review.saidApproved', { name, count: left }) : t('review.saidRejected', { name, count: left }))
    if (next && next.id !== id) go(next.id)
    else choose(undefined)
  })
  const onRetry = useStable(() => void detail.refetch())
  const onComment = useStable(comments.write)
  const openList = useCallback(() => setListOpen(true), [])
  const openHelp = useCallback(() => setHelpOpen(true), [])
  const expand = useCallback(() => setExpanded((on) => !on), [])

  // What comes next is read before it is asked for, but after the item itself has been drawn.
  const ahead = [items[at + 1], items[at + 2], items[at - 1]].flatMap((item) => (item ? [item.id] : []))
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const next of ahead) void client.prefetchQuery(level.detail(next))
    })
    return () => clearTimeout(timer)
  }, [client, level, ahead.join()])
  useEffect(() => {
    if (at >= 0 && at >= items.length - AHEAD) more()
  }, [at, items.length, more])
  useEffect(() => {
    document.title = `${shown?.name ?? t('review.title')} · Cuadre`
  }, [shown?.name, t])

  useKeys({
    j: { run: () => step(1), repeats: true },
    k: { run: () => step(-1), repeats: true },
    f: expand,
    z: () => void undo(),
    x: id !== undefined && row && asked.box === 'por_decidir' ? () => mark([id], !marked.has(id)) : undefined,
    '?': openHelp,
  })

  const list = (
    <ItemList level={level} asked={asked} queue={queue} current={id} onAsk={ask} onChoose={onChoose} marked={marked} onMark={mark} />
  )
  const pane = layout === 'wide' || layout === 'medium'
  const aside = layout === 'wide'
  return (
    <div className="review" ref={root} data-layout={layout} data-expanded={(expanded && pane) || undefined}>
      {pane && !expanded && (
        <section className="review-list" aria-label={t('review.list')}>
          {list}
        </section>
      )}
      {!pane && (
        <Drawer open={listOpen} onClose={() => setListOpen(false)} title={t('review.title')} side="start">
          <div className="review-list review-list-drawer">{list}</div>
        </Drawer>
      )}
      <div className="review-middle">
        {shown ? (
          <Item
            key={`${level.kind} ${shown.id}`}
            level={level}
            analysis={shown}
            detail={detail.data}
            error={detail.error}
            onRetry={onRetry}
            heading={heading}
            at={at}
            of={total}
            onStep={step}
            atStart={at === 0}
            atEnd={at < 0 || at === items.length - 1}
            onList={pane ? undefined : openList}
            alone={!pane || expanded}
            aside={aside && !expanded}
            expanded={expanded}
            onExpand={pane ? expand : undefined}
            comment={comments.of(shown.id)}
            onComment={onComment}
            onDecide={onDecide}
            onHelp={openHelp}
            phone={layout === 'phone'}
          />
        ) : (
          <NothingHere
            level={level}
            asked={asked}
            queue={queue}
            missing={id !== undefined && detail.isError ? detail.error : undefined}
            onAsk={ask}
            onList={pane ? undefined : openList}
          />
        )}
      </div>
      {aside && !expanded && (
        <aside className="review-aside" aria-label={t('review.evidence')}>
          {beside && <Aside key={`${level.kind} ${beside.id}`} analysis={beside} detail={besideDetail} />}
        </aside>
      )}
      {!pane && !shown && <h1 className="sr-only">{t('review.title')}</h1>}
      <HelpDialog open={helpOpen} onClose={() => setHelpOpen(false)} />
      <div className="sr-only" role="status">
        {said}
      </div>
    </div>
  )
}
