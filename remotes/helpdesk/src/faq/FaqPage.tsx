import { FAQ_CATEGORIES, type Faq, listFaqs, missFaq, orderFaqs } from '@cuadre/api/faq'
import { pageLink } from '@cuadre/api/pages'
import { call, failureOf, Link, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import {
  Button,
  buttonClass,
  EmptyState,
  ErrorState,
  IconButton,
  notify,
  Page,
  Section,
  StateBadge,
  TableSkeleton,
  useLocale,
} from '@cuadre/ui'
import { FilterBar, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, LifeBuoy, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { answerOf, questionOf } from '../shared/questions.ts'
import { useRested } from '../shared/useRested.ts'
import { useSentence } from '../shared/useSentence.ts'
import { FaqDrawer } from './FaqDrawer.tsx'
import { Misses } from './Misses.tsx'
import { Vote } from './Vote.tsx'
import { isDue, isToKeep, olderLanguage, TO_KEEP } from './values.ts'
import '../ticket/ticket.css'
import './faq.css'

/** A search that rests so long is one that was meant. */
const MEANT_MS = 1500

/** Questions by category, found by any word of question or answer; those who keep them write and order them here too. */
export default function FaqPage() {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const client = useQueryClient()
  const sentence = useSentence()
  const write = useCan()('helpdesk.faq.write')
  const [params, setParams] = useSearchParams()
  const table = useTableState({ key: 'faq', params, setParams, filters: ['categoria', 'mostrar'] })
  const search = table.state.search.trim()
  const [categoria] = (table.state.filters.categoria ?? []) as (typeof FAQ_CATEGORIES)[number][]
  const faqs = useQuery({
    ...query(listFaqs, { query: { limit: 999, ...(search ? { search } : {}), ...(categoria ? { categoria } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(faqs)
  const [mostrar] = (write ? (table.state.filters.mostrar ?? []) : []) as (typeof TO_KEEP)[number][]
  const today = new Date().toISOString().slice(0, 10)
  const all = faqs.data?.data ?? []
  const found = mostrar ? all.filter((faq) => isToKeep(mostrar, faq, today)) : all
  const groups = FAQ_CATEGORIES.map((category) => ({ category, items: found.filter((faq) => faq.categoria === category) })).filter(
    ({ items }) => items.length > 0,
  )
  useMiss(search, !categoria && faqs.isSuccess && !faqs.isPlaceholderData && faqs.data.total === 0)

  const pointed = Number(params.get('pregunta'))
  const opened = useRef<HTMLDetailsElement>(null)
  const ready = found.some(({ id }) => id === pointed)
  useEffect(() => {
    if (ready) opened.current?.scrollIntoView?.({ block: 'center' })
  }, [ready])
  const change = (name: string, value: string | undefined, more: readonly string[] = []) => {
    const next = new URLSearchParams(params)
    for (const other of [name, ...more]) next.delete(other)
    if (value !== undefined) next.set(name, value)
    setParams(next)
  }
  const edited = found.find(({ id }) => id === Number(params.get('editar')))
  const isNew = write && params.has('nueva')
  const move = async (items: readonly Faq[], at: number, by: number) => {
    const ids = items.map(({ id }) => id)
    ids.splice(at + by, 0, ...ids.splice(at, 1))
    const [first] = items
    if (!first) return
    await call(orderFaqs, { body: { categoria: first.categoria, ids } }).catch((error) => void notify.danger(sentence(error)))
    await client.invalidateQueries({ queryKey: ['faq'] })
  }
  const create = write && (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => change('nueva', '1')}>
      {t('faq.create')}
    </Button>
  )
  // Ordering needs all of a category, as it is.
  const orders = write && !search && !mostrar
  return (
    <Page title={t('faq.title')} crumbs={[{ label: t('crumbs.helpdesk') }, { label: t('faq.title') }]} actions={create}>
      <FilterBar
        table={table}
        search={t('faq.search')}
        filters={[
          {
            name: 'categoria',
            label: t('faq.category'),
            single: true,
            options: FAQ_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
          },
          ...(write
            ? [
                {
                  name: 'mostrar',
                  label: t('faq.show'),
                  single: true,
                  options: TO_KEEP.map((value) => ({
                    value,
                    label: `${t(`faq.toKeep.${value}`)} (${all.filter((faq) => isToKeep(value, faq, today)).length})`,
                  })),
                },
              ]
            : []),
        ]}
      />
      {failure && <ErrorState {...failure} />}
      {faqs.isPending && !failure && <TableSkeleton />}
      {faqs.data && groups.length === 0 && (
        <EmptyState
          title={search || categoria || mostrar ? t('faq.nothingFound') : t('faq.empty')}
          actions={
            create || (
              <Link className={buttonClass('solid')} to={pageLink('/ayuda/solicitudes', { crear: 1, desde: '/faq' })}>
                <LifeBuoy aria-hidden />
                {t('faq.ask')}
              </Link>
            )
          }
        >
          {search || categoria || mostrar ? t('faq.nothingFoundHint') : t('faq.emptyHint')}
        </EmptyState>
      )}
      {groups.map(({ category, items }) => (
        <Section key={category} title={t(`category.${category}`)} count={items.length}>
          {items.map((faq, i) => (
            <details
              key={faq.id}
              className="faq"
              ref={faq.id === pointed ? opened : undefined}
              open={faq.id === pointed || (search !== '' && found.length <= 3) || undefined}
            >
              <summary>
                <span className="grow">{questionOf(faq, locale)}</span>
                {write && faq.sirvio + faq.noSirvio > 0 && (
                  <span className="muted small">{t('faq.helped', { count: faq.sirvio, of: faq.sirvio + faq.noSirvio })}</span>
                )}
                {!faq.publicada && <span className="count">{t('faq.draft')}</span>}
                {write && isDue(faq, today) && (
                  <StateBadge state="tarde" small>
                    {t('faq.due')}
                  </StateBadge>
                )}
                {write && olderLanguage(faq) && <span className="count">{t(`faq.behind.${olderLanguage(faq)}`)}</span>}
              </summary>
              <p>{answerOf(faq, locale)}</p>
              <Vote faq={faq} />
              {write && (
                <div className="row faq-keep small">
                  <button type="button" className="link" onClick={() => change('editar', String(faq.id))}>
                    {t('actions.edit')}
                  </button>
                  {orders && (
                    <>
                      <IconButton
                        size="sm"
                        label={t('faq.up')}
                        icon={<ArrowUp aria-hidden />}
                        disabled={i === 0}
                        onClick={() => void move(items, i, -1)}
                      />
                      <IconButton
                        size="sm"
                        label={t('faq.down')}
                        icon={<ArrowDown aria-hidden />}
                        disabled={i === items.length - 1}
                        onClick={() => void move(items, i, 1)}
                      />
                    </>
                  )}
                  {faq.responsable && <span className="muted">{t('faq.ownedBy', { name: faq.responsable.nombre })}</span>}
                </div>
              )}
            </details>
          ))}
        </Section>
      ))}
      {write && faqs.data && <Misses faqs={found} onWrite={(words) => change('nueva', words)} />}
      {(isNew || (write && edited)) && (
        <FaqDrawer
          key={edited?.id ?? 'new'}
          faq={isNew ? undefined : edited}
          words={params.get('nueva') === '1' ? undefined : (params.get('nueva') ?? undefined)}
          ticketId={Number(params.get('ticket')) || undefined}
          onClose={() => change('nueva', undefined, ['editar', 'ticket'])}
        />
      )}
    </Page>
  )
}

/** Counts words that found nothing, once they were meant, each once. */
function useMiss(search: string, nothing: boolean) {
  const meant = useRested(nothing ? search : '', MEANT_MS)
  const told = useRef(new Set<string>())
  useEffect(() => {
    if (meant.length < 3 || meant.length > 80 || told.current.has(meant)) return
    told.current.add(meant)
    void call(missFaq, { body: { texto: meant } }).catch(() => undefined)
  }, [meant])
}
