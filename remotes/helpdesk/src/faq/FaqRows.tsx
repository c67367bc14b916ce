import type { Faq } from '@cuadre/api/faq'
import { useSearchParams, useTranslation } from '@cuadre/shell'
import { dayAt, EmptyState, formatCount, StateBadge, useLocale, withoutAccents } from '@cuadre/ui'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { questionOf } from '../shared/questions.ts'
import { byCategory, isDue, isToKeep, olderLanguage, shareOf, TO_KEEP } from './values.ts'

interface Props {
  faqs: readonly Faq[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** Puts a question at a place among those of its category. */
  onMove: (id: number, to: number) => void
}

const STEP: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** The questions by category in their order, which is changed by dragging or with Alt and the arrows. */
export function FaqRows({ faqs, chosen, onChoose, onMove }: Props) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState<Faq>()
  const today = dayAt()
  const mostrar = TO_KEEP.find((value) => value === params.get('mostrar'))
  const filter = (value: string) => {
    const next = new URLSearchParams(params)
    if (value === mostrar) next.delete('mostrar')
    else next.set('mostrar', value)
    setParams(next, { replace: true })
  }
  const words = withoutAccents(typed).split(/\s+/).filter(Boolean)
  const textOf = (faq: Faq) => withoutAccents([faq.preguntaEs, faq.preguntaEn, faq.respuestaEs, faq.respuestaEn, ...faq.palabras].join(' '))
  const found = faqs.filter((faq) => (!mostrar || isToKeep(mostrar, faq, today)) && words.every((word) => textOf(faq).includes(word)))
  // A place among some of them is none.
  const orders = words.length === 0 && !mostrar
  return (
    <nav className="faq-list" aria-label={t('faq.title')}>
      <div className="faq-list-head">
        <input
          className="input"
          type="search"
          aria-label={t('faq.search')}
          placeholder={t('faq.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="faq-chips">
          {TO_KEEP.map((value) => (
            <button key={value} type="button" className="chip" aria-pressed={value === mostrar} onClick={() => filter(value)}>
              {t(`faq.toKeep.${value}`)} {formatCount(faqs.filter((faq) => isToKeep(value, faq, today)).length, locale)}
            </button>
          ))}
        </div>
      </div>
      <div className="faq-bands">
        {found.length === 0 && (
          <EmptyState title={t(faqs.length === 0 ? 'faq.empty' : 'faq.nothingFound')}>
            {faqs.length > 0 && t('faq.nothingFoundHint')}
          </EmptyState>
        )}
        {byCategory(found).map(({ category, items }) => (
          <section key={category} aria-label={t(`category.${category}`)}>
            <h2 className="desk-band small">
              {t(`category.${category}`)} <span className="muted num">{items.length}</span>
            </h2>
            <ul>
              {items.map((faq, at) => (
                <li
                  key={faq.id}
                  draggable={orders}
                  data-dragged={faq.id === dragged?.id || undefined}
                  onDragStart={() => setDragged(faq)}
                  onDragEnd={() => setDragged(undefined)}
                  onDragOver={(event) => dragged?.categoria === faq.categoria && event.preventDefault()}
                  onDrop={(event) => {
                    event.preventDefault()
                    if (dragged) onMove(dragged.id, at)
                  }}
                >
                  {orders && <GripVertical aria-hidden className="faq-grip" />}
                  <Row
                    faq={faq}
                    today={today}
                    current={faq.id === chosen}
                    orders={orders}
                    onChoose={onChoose}
                    onStep={(by) => onMove(faq.id, at + by)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="desk-keys xsmall muted">{t('faq.keys')}</p>
    </nav>
  )
}

interface RowProps {
  faq: Faq
  today: string
  current: boolean
  orders: boolean
  onChoose: (id: number) => void
  onStep: (by: number) => void
}
function Row({ faq, today, current, orders, onChoose, onStep }: RowProps) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const older = olderLanguage(faq)
  const share = shareOf(faq, locale)
  const step = (event: KeyboardEvent) => {
    const by = event.altKey && orders && STEP[event.key]
    if (!by) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <button
      type="button"
      className="desk-row faq-row"
      aria-current={current || undefined}
      aria-keyshortcuts={orders ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
      onClick={() => onChoose(faq.id)}
      onKeyDown={step}
    >
      <span className="desk-row-line">
        <span className="medium two-lines grow" title={questionOf(faq, locale)}>
          {questionOf(faq, locale)}
        </span>
        {isDue(faq, today) && (
          <StateBadge state="tarde" small>
            {t('faq.due')}
          </StateBadge>
        )}
        {!faq.publicada && <span className="count">{t('faq.draft')}</span>}
        {older && <span className="count">{t(`faq.behind.${older}`)}</span>}
      </span>
      <span className="xsmall muted">
        {faq.ticketId && share === undefined
          ? t('faq.ofTicket', { id: faq.ticketId })
          : share === undefined
            ? t('faq.noVotes')
            : t('faq.helpedShare', { share, count: faq.sirvio + faq.noSirvio })}
      </span>
    </button>
  )
}
