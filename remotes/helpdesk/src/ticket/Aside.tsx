import type { Answer } from '@cuadre/api/endpoint'
import { type Faq, listFaqs } from '@cuadre/api/faq'
import { pageLink } from '@cuadre/api/pages'
import { mergeTicket, similarTickets, TICKET_STATE, type Ticket } from '@cuadre/api/ticket'
import { getUser } from '@cuadre/api/user'
import { call, Link, query, useCan, useNavigate, useTranslation, whatBecame } from '@cuadre/shell'
import { Avatar, buttonClass, DateText, formatMonth, notify, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { faq as faqPage, requestsReceived } from '../area.ts'
import { answerOf, linkTo, questionOf } from '../shared/questions.ts'
import { useSentence } from '../shared/useSentence.ts'
import { ticketNow } from './lost.ts'
import { refreshTickets } from './useLine.ts'
import { workingTime } from './words.ts'

interface Props {
  ticket: Ticket
  onInsert: (text: string) => void
}

/** What those who answer want beside a ticket: who wrote, from where, what has been answered before, and its twins. */
export function Aside({ ticket, onInsert }: Props) {
  const { t } = useTranslation('helpdesk')
  const search = `${ticket.asunto} ${ticket.descripcion}`.slice(0, 200)
  // Asked here for both: the second never stands where the first is still to come.
  const fitting = useQuery({ ...query(listFaqs, { query: { sugerir: true, search, limit: 3 } }), staleTime: 60_000 })
  const similar = useQuery({ ...query(similarTickets, { params: { id: ticket.id } }), staleTime: 60_000 })
  return (
    <aside className="desk-aside" aria-label={t('aside.title')}>
      <Author ticket={ticket} />
      <ContextFacts ticket={ticket} />
      {!fitting.isPending && (
        <>
          <Fitting ticket={ticket} found={fitting.data?.data ?? []} onInsert={onInsert} />
          <Similar ticket={ticket} found={similar.data ?? []} />
        </>
      )}
    </aside>
  )
}

/** Who wrote, and for those who keep people what is on their desk. */
function Author({ ticket: { autor, delAutor } }: { ticket: Ticket }) {
  const { t } = useTranslation('helpdesk')
  const reads = useCan()('admin.user.read')
  // An auditor is no user of that list: then there is nothing more to tell.
  const { data: person, isLoading } = useQuery({ ...query(getUser, { params: { id: autor.id } }), enabled: reads, retry: false })
  return (
    <section>
      <div className="row desk-author">
        <Avatar name={autor.nombre} {...(person?.avatar && { src: person.avatar })} />
        <div className="grow">
          <div className="medium">{autor.nombre}</div>
          {(isLoading || person?.DEPARTAMENTO) && <div className="small muted">{person?.DEPARTAMENTO ?? '\u00a0'}</div>}
          {delAutor !== null && <div className="small muted">{t('aside.ofAuthor', { count: delAutor })}</div>}
        </div>
        {person && (
          <Link className="link small" to={pageLink('/usuarios/:userId/actualizar', { userId: person.id })}>
            {t('aside.open')}
          </Link>
        )}
      </div>
      {(isLoading || person) && (
        <dl className="desk-pairs small">
          <dt>{t('aside.openItems')}</dt>
          <dd className="num">{person?.ANALISIS_ABIERTOS}</dd>
          <dt>{t('aside.dueToday')}</dt>
          <dd className="num">{person?.ANALISIS_VENCEN}</dd>
          <dt>{t('aside.head')}</dt>
          <dd>{person && (person.JEFE?.NOMBRE ?? '—')}</dd>
        </dl>
      )}
    </section>
  )
}

/** Where it was written from. The link opens what the reader may see there. */
function ContextFacts({ ticket: { contexto } }: { ticket: Ticket }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  if (!contexto) return null
  const { pagina, titulo, periodo, cuenta, carga, referencia } = contexto
  return (
    <section>
      <h2 className="h3">{t('context.title')}</h2>
      <dl className="desk-pairs small">
        {pagina && (
          <>
            <dt>{t('context.page')}</dt>
            <dd>
              <Link className="link" to={pagina}>
                {titulo || <bdi dir="ltr">{pagina.split('?')[0]}</bdi>}
              </Link>
            </dd>
          </>
        )}
        {periodo && (
          <>
            <dt>{t('context.period')}</dt>
            <dd>{formatMonth(periodo, locale)}</dd>
          </>
        )}
        {cuenta && (
          <>
            <dt>{t('context.account')}</dt>
            <dd>{cuenta}</dd>
          </>
        )}
        {carga && (
          <>
            <dt>{t('context.load')}</dt>
            <dd>{t('context.loadNumber', { id: carga })}</dd>
          </>
        )}
        {referencia && (
          <>
            <dt>{t('context.reference')}</dt>
            <dd>
              <bdi dir="ltr">{referencia}</bdi>
            </dd>
          </>
        )}
      </dl>
      <p className="xsmall muted">{t('context.hint')}</p>
    </section>
  )
}

/** Questions that may answer a ticket. */
function Fitting({ ticket, found, onInsert }: Props & { found: readonly Faq[] }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const writes = useCan()('helpdesk.faq.write')
  return (
    <section>
      <h2 className="h3">
        {t('aside.fitting')} <kbd>??</kbd>
      </h2>
      {found.length === 0 && <p className="small muted">{t('aside.noFitting')}</p>}
      <ul className="desk-list small">
        {found.map((faq) => (
          <li key={faq.id}>
            <span className="medium">{questionOf(faq, locale)}</span>
            {faq.sirvio + faq.noSirvio > 0 && (
              <span className="muted">{t('faq.helped', { count: faq.sirvio, of: faq.sirvio + faq.noSirvio })}</span>
            )}
            <span className="row">
              <button
                type="button"
                className="link"
                onClick={() => onInsert(linkTo(faq, locale))}
                aria-label={`${t('aside.insertLink')} «${questionOf(faq, locale)}»`}
              >
                {t('aside.insertLink')}
              </button>
              <button
                type="button"
                className="link"
                onClick={() => onInsert(answerOf(faq, locale))}
                aria-label={`${t('aside.insertText')} «${questionOf(faq, locale)}»`}
              >
                {t('aside.insertText')}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {writes && (
        <Link className={buttonClass('outline', 'sm')} to={faqPage.link({ nueva: 1, ticket: ticket.id })}>
          <FilePlus2 aria-hidden />
          {t('aside.toQuestion')}
        </Link>
      )}
    </section>
  )
}

/** Open ones are possible twins, solved ones possible answers. */
function Similar({ ticket, found }: { ticket: Ticket; found: Answer<typeof similarTickets> }) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const navigate = useNavigate()
  const sentence = useSentence()
  const [into, setInto] = useState<number>()
  const open = found.filter(({ abierta }) => abierta)
  const solved = found.filter(({ abierta }) => !abierta)
  const merges = ticket.estadoId < TICKET_STATE.cerrado && ticket.unidaA === null
  const merge = async () => {
    if (into === undefined) return
    try {
      const { id, revision } = ticket
      await call(mergeTicket, { params: { id }, body: { revision, destinoId: into } }).catch((error: unknown) =>
        whatBecame(error, ticketNow(id), ({ unidaA }) => unidaA?.id === into),
      )
    } catch (error) {
      notify.danger(sentence(error))
      throw error
    } finally {
      void refreshTickets(client)
    }
    notify.success(t('merge.done', { id: ticket.id, into }))
    navigate(requestsReceived.link({ ticket: into }))
  }
  if (found.length === 0) return null
  return (
    <section>
      {open.length > 0 && <h2 className="h3">{t('aside.twins')}</h2>}
      <ul className="desk-list small">
        {open.map(({ id, asunto, autor }) => (
          <li key={id}>
            <Link className="medium" to={requestsReceived.link({ ticket: id })}>
              {id} {asunto}
            </Link>
            <span className="muted">{autor}</span>
            {merges && (
              <button type="button" className="link desk-start" onClick={() => setInto(id)} aria-label={`${t('merge.into')} ${id}`}>
                {t('merge.into')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {solved.length > 0 && <h2 className="h3">{t('aside.solved')}</h2>}
      <ul className="desk-list small">
        {solved.map(({ id, asunto, asignado, resueltaEn, minutos }) => (
          <li key={id}>
            <Link className="medium" to={requestsReceived.link({ ticket: id })}>
              {id} {asunto}
            </Link>
            <span className="muted">
              {[asignado, t('aside.solvedIn', { time: workingTime(minutos) })].filter(Boolean).join(', ')}
              {resueltaEn && (
                <>
                  {' · '}
                  <DateText value={resueltaEn} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={into !== undefined}
        onClose={() => setInto(undefined)}
        title={t('merge.title', { id: ticket.id, into })}
        confirm={t('merge.confirm')}
        onConfirm={merge}
      >
        {t('merge.text', { name: ticket.autor.nombre, into })}
      </ConfirmDialog>
    </section>
  )
}
