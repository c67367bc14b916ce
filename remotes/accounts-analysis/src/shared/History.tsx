import type { AnalysisEvent } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { DateText, StateGlyph, useLocale } from '@cuadre/ui'
import { Link2, Unlink2 } from 'lucide-react'
import { useCertified } from './certified.ts'
import './record.css'

/** The state an event led to; the others are a dot. */
const STATES: Partial<Record<AnalysisEvent['TIPO'], 'pendiente' | 'revision' | 'aprobado' | 'rechazado'>> = {
  enviado: 'pendiente',
  aprobado_jefatura: 'revision',
  aprobado_control: 'aprobado',
  rechazado_jefatura: 'rechazado',
  rechazado_control: 'rechazado',
}
const ROLES = ['ANALISTA', 'JEFATURA AREA', 'CONTROL', 'GERENCIA', 'AUDITOR', 'ADMINISTRADOR'] as const
const versionOf = ({ DETALLE }: AnalysisEvent) => (typeof DETALLE?.version === 'number' ? DETALLE.version : undefined)

interface Props {
  events: readonly AnalysisEvent[]
  intact: boolean
  /** Each with its link of the chain. */
  hashes?: boolean
}

/** Who did what and when, newest first, and whether the chain of events holds. */
export function History({ events, intact, hashes }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const newestFirst = events.toSorted((a, b) => (b.FECHA ?? '').localeCompare(a.FECHA ?? '') || b.ID - a.ID)
  return (
    <>
      <div className="history-head">
        <h2 className="h3">{t('shared.history')}</h2>
        <span className="faint num small">{events.length}</span>
        <span className="grow" />
        {intact ? (
          <span className="badge badge-sm history-chain">
            <Link2 aria-hidden />
            {t('shared.intact')}
          </span>
        ) : (
          <span className="badge badge-sm state-rechazado">
            <Unlink2 aria-hidden />
            {t('shared.broken')}
          </span>
        )}
      </div>
      {!intact && <p className="xsmall history-broken">{t('shared.brokenHint')}</p>}
      <Steps events={newestFirst} hashes={hashes} />
    </>
  )
}

/** In the order given. */
export function Steps({ events, hashes }: Pick<Props, 'events' | 'hashes'>) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const certified = useCertified()
  const toldSubstate = ({ TIPO, DETALLE }: AnalysisEvent) => {
    const { estado, nombreEs, nombreEn, quitado } = DETALLE ?? {}
    if (quitado === true) return t('shared.substateGone')
    // Steps of before the names were kept have the code alone.
    const name = (locale === 'es' ? nombreEs : nombreEn) ?? estado
    return typeof name === 'string' ? t('shared.substateSaid', { name }) : t(`shared.event.${TIPO}`)
  }
  const accountsIn = (detail: AnalysisEvent['DETALLE']) => (Array.isArray(detail?.cuentas) ? detail.cuentas.join(', ') : '')
  /** Whoever has an account taken away from them loses it in their group. */
  const left = (detail: AnalysisEvent['DETALLE']) => accountsIn(detail) && t('shared.leftGroup', { accounts: accountsIn(detail) })
  /** From whom to whom, and to which department; steps of before that was kept name the same person twice where only the department changed. */
  const toldHolder = ({ TIPO, DETALLE }: AnalysisEvent) => {
    const { de: from, a: to, departamento } = DETALLE ?? {}
    const department = departamento && typeof departamento === 'object' && 'a' in departamento ? departamento.a : undefined
    const person =
      from && to && from !== to && t(TIPO === 'traspaso' ? 'shared.transferredTo' : 'shared.reassignedTo', { from: from, to: to })
    const place = department !== undefined && (department ? t('shared.movedTo', { department: department }) : t('shared.movedOut'))
    const said = [person, place, left(DETALLE)].filter(Boolean).join('. ')
    return said || t(from && from === to ? 'shared.movedElsewhere' : `shared.event.${TIPO}`)
  }
  /** The product's roles are named in the reader's language; those of one's own have one name. */
  const roleOf = (name: string) => {
    const known = ROLES.find((role) => role === name)
    return known ? t(`shared.role.${known}`) : name.toLocaleLowerCase()
  }
  const told = (event: AnalysisEvent) => {
    const n = versionOf(event)
    const { archivo, anexo, anexos } = event.DETALLE ?? {}
    if (event.TIPO === 'enviado' && n !== undefined)
      return Array.isArray(anexos) ? t('shared.sentWithAnnexes', { n, count: anexos.length }) : t('shared.sentVersion', { n })
    if (event.TIPO === 'subestado') return toldSubstate(event)
    if (event.TIPO === 'reasignado' || event.TIPO === 'traspaso') return toldHolder(event)
    if ((event.TIPO === 'agrupado' || event.TIPO === 'desagrupado') && accountsIn(event.DETALLE))
      return t(event.TIPO === 'agrupado' ? 'shared.groupedAccounts' : 'shared.ungroupedAccounts', { accounts: accountsIn(event.DETALLE) })
    if (event.TIPO === 'autocertificado') return certified([event])
    if (event.TIPO === 'visto' && anexo !== undefined) return t('shared.openedAnnex', { file: archivo })
    if (event.TIPO === 'visto' && n !== undefined) return t('shared.openedVersion', { n })
    return event.TIPO === 'anexo_posterior' ? t('shared.lateAnnex', { file: archivo }) : t(`shared.event.${event.TIPO}`)
  }
  return (
    <ol className="history">
      {events.map((event) => {
        const state = STATES[event.TIPO]
        return (
          <li key={event.ID}>
            <span className="history-dot">{state ? <StateGlyph state={state} /> : <i />}</span>
            <div className="grow">
              <div className="history-line">
                <span className="medium">{told(event)}</span>
                <span className="xsmall muted nowrap">
                  <DateText value={event.FECHA} as="datetime" />
                </span>
              </div>
              <div className="xsmall muted">
                {event.PERSONA ?? t('shared.system')}
                {event.ROL && `, ${roleOf(event.ROL)}`}
              </div>
              {event.COMENTARIO && <p className="quote">{event.COMENTARIO}</p>}
              {hashes && (
                <bdi dir="ltr" className="xsmall faint code" title={event.HASH}>
                  {event.HASH.slice(0, 16)}
                </bdi>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
