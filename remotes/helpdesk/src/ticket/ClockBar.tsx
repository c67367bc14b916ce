import type { Ticket } from '@cuadre/api/ticket'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatDateTime, useLocale } from '@cuadre/ui'
import { Popover } from '@cuadre/ui/overlay'
import { CirclePause, Clock, ClockAlert } from 'lucide-react'
import { minutesLeft, workingTime } from './words.ts'

type Part = { kind: 'ran' | 'paused' | 'over' | 'left'; minutes: number }

/** The parts of the bar: what ran beyond the time is told apart from what ran within it. */
export function partsOf({ tramos, sla }: Pick<Ticket, 'tramos' | 'sla'>): Part[] {
  const target = sla.horas * 60
  let ran = 0
  const parts = tramos.flatMap(({ minutos, corre }): Part[] => {
    if (!corre) return [{ kind: 'paused', minutes: minutos }]
    const within = Math.min(minutos, Math.max(0, target - ran))
    ran += minutos
    return [
      { kind: 'ran' as const, minutes: within },
      { kind: 'over' as const, minutes: minutos - within },
    ].filter(({ minutes }) => minutes > 0)
  })
  const isOver = sla.estado === 'cumplido' || sla.estado === 'incumplido' || sla.estado === 'vencido'
  return isOver || ran >= target ? parts : [...parts, { kind: 'left', minutes: target - ran }]
}

/** The clock drawn: what ran, what stood still, what is left, in working hours. */
export function ClockBar({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const { sla, primeraRespuesta: first } = ticket
  const left = minutesLeft(sla)
  const parts = partsOf(ticket)
  const words = {
    en_plazo: t('clock.left', { time: workingTime(left) }),
    por_vencer: t('clock.left', { time: workingTime(left) }),
    vencido: t('clock.late', { time: workingTime(-left) }),
    en_pausa: t('clock.pausedWith', { time: workingTime(left) }),
    cumplido: t('clock.met', { time: workingTime(sla.minutosUsados) }),
    incumplido: t('clock.missed', { time: workingTime(sla.minutosUsados) }),
  }[sla.estado]
  const Icon = sla.estado === 'en_pausa' ? CirclePause : sla.estado === 'vencido' || sla.estado === 'incumplido' ? ClockAlert : Clock
  return (
    <section className="desk-clock" aria-label={t('clock.title')} data-state={sla.estado}>
      <div className="desk-clock-head">
        <Icon aria-hidden />
        <b>{words}</b>
        <span className="muted desk-clock-of">
          {t('clock.of', { hours: sla.horas, type: t(`type.of.${ticket.tipoId}`) })}
          {sla.venceEn && (
            <>
              {'; '}
              {sla.estado === 'vencido' ? t('clock.wasDue') : t('clock.due')} <DateText value={sla.venceEn} as="datetime" />
            </>
          )}
        </span>
        <Popover
          align="end"
          label={t('clock.how')}
          trigger={
            <button type="button" className="link small nowrap">
              {t('clock.how')}
            </button>
          }
        >
          <div className="desk-how small">
            <p>{t('clock.howText')}</p>
            <ul>
              {ticket.tramos.map(({ desde, hasta, minutos, corre }) => (
                <li key={desde}>
                  <bdi dir="ltr">{formatDateTime(desde, locale)}</bdi> – <bdi dir="ltr">{formatDateTime(hasta, locale)}</bdi>:{' '}
                  {t(corre ? 'clock.ran' : 'clock.paused', { time: workingTime(minutos) })}
                </li>
              ))}
            </ul>
            <p>{t(`clock.first.${first.estado}`, { time: workingTime(first.minutos), hours: first.horas })}</p>
          </div>
        </Popover>
      </div>
      <div className="desk-bar" aria-hidden>
        {parts.map(({ kind, minutes }, i) => (
          <span key={i} data-kind={kind} style={{ flexGrow: Math.max(minutes, 1) }} />
        ))}
      </div>
      <div className="desk-bar-words" aria-hidden>
        {parts.map(({ kind, minutes }, i) => (
          <span key={i} data-kind={kind} style={{ flexGrow: Math.max(minutes, 1) }}>
            <bdi dir="ltr">{kind === 'over' ? `−${workingTime(minutes)}` : workingTime(minutes)}</bdi>
          </span>
        ))}
      </div>
    </section>
  )
}
