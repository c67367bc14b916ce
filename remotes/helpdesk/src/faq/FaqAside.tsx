import { type Faq, listFaqVotes } from '@cuadre/api/faq'
import { Link, query, useTranslation } from '@cuadre/shell'
import { DateText, formatCount, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { requestsReceived } from '../area.ts'
import { Misses } from './Misses.tsx'
import { shareOf } from './values.ts'

interface Props {
  faq: Faq | undefined
  faqs: readonly Faq[]
  onWrite: (words: string) => void
}

/** How the chosen question fares, what people said of it, and what was searched and not found. */
export function FaqAside({ faq, faqs, onWrite }: Props) {
  const { t } = useTranslation('helpdesk')
  return (
    <aside className="faq-aside" aria-label={t('faq.fares')}>
      {faq && <Fares faq={faq} />}
      {faq && <Said key={faq.id} id={faq.id} />}
      <Misses faqs={faqs} onWrite={onWrite} />
    </aside>
  )
}

function Fares({ faq }: { faq: Faq }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const share = shareOf(faq, locale)
  return (
    <section>
      <h2 className="h3">{t('faq.fares')}</h2>
      <dl className="desk-pairs small">
        <dt>{t('faq.helpedTitle')}</dt>
        <dd className="num">{share === undefined ? t('faq.noVotes') : t('faq.shareOf', { share, of: faq.sirvio + faq.noSirvio })}</dd>
        <dt>{t('faq.avoidedTitle')}</dt>
        <dd className="num">{formatCount(faq.evitadas, locale)}</dd>
        {faq.ticketId && (
          <>
            <dt>{t('faq.madeFrom')}</dt>
            <dd>
              <Link className="link" to={requestsReceived.link({ cola: 'all', ticket: faq.ticketId })}>
                {t('faq.ticketNumber', { id: faq.ticketId })}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** What people wrote beside their vote. */
function Said({ id }: { id: number }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const comments = useQuery(query(listFaqVotes, { params: { id } })).data ?? []
  return (
    <section>
      <h2 className="h3">
        {t('faq.said')} <span className="muted num">{formatCount(comments.length, locale)}</span>
      </h2>
      {comments.length === 0 && <p className="small muted">{t('faq.nothingSaid')}</p>}
      <ul className="desk-list small">
        {comments.map(({ persona, comentario, fecha }) => (
          <li key={`${persona}${fecha}`}>
            «{comentario}»
            <span className="xsmall muted">
              {persona}, <DateText value={fecha} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
