import { useTranslation } from '@cuadre/shell'
import { StateBadge } from '@cuadre/ui'
import { CirclePause, Clock } from 'lucide-react'
import { minutesLeft, type Row, workingTime } from './words.ts'

const LOOK = { 1: 'pendiente', 2: 'revision', 3: 'por-preparar', 4: 'aprobado', 5: 'aprobado' } as const

/** A ticket's state: shape, word and colour. */
export function StateMark({ id, pill }: { id: number; pill?: boolean }) {
  const { t } = useTranslation('helpdesk')
  return (
    <StateBadge state={LOOK[id as keyof typeof LOOK] ?? 'pendiente'} pill={pill}>
      {t(`state.${id}`)}
    </StateBadge>
  )
}

const STATE = {
  vencido: 'rechazado',
  por_vencer: 'tarde',
  en_pausa: 'revision',
  en_plazo: 'pendiente',
  cumplido: 'aprobado',
  incumplido: 'tarde',
}
/** What is left of the time, or how it went. */
export function TimeLeft({ sla }: { sla: Row['sla'] }) {
  const { t } = useTranslation('helpdesk')
  const { estado } = sla
  const Icon = estado === 'en_pausa' ? CirclePause : Clock
  const text =
    estado === 'en_pausa' || estado === 'cumplido' || estado === 'incumplido' ? t(`clock.${estado}`) : workingTime(minutesLeft(sla))
  return (
    <span className={`desk-left state-${STATE[estado]}`} data-plain={estado === 'en_plazo' || undefined}>
      <Icon aria-hidden />
      <bdi dir="ltr" className="nowrap">
        {text}
      </bdi>
    </span>
  )
}
