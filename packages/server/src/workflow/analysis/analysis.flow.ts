import { STATE, type StateName, stateName } from '@cuadre/api/analysis'
import type { Locale } from '../../platform/http/context.ts'

/** The states of an analysis at its three levels; `submitted`: it waits for jefatura (decisions §4). */
export type States = { main: number; jefatura: number; control: number | null; submitted: boolean }
export type Level = 'jefatura' | 'control'
/**
 * `recuperado`: the analyst recalls a submission; `decision_retirada`: whoever decided last recalls the decision; `reabierto_…`: the role
 * that acts next.
 */
export const STEPS = [
  'enviado',
  'aprobado_jefatura',
  'rechazado_jefatura',
  'aprobado_control',
  'rechazado_control',
  'saldo_cambiado',
  'recuperado',
  'decision_retirada',
  'reabierto_analista',
  'reabierto_jefatura',
  'reabierto_control',
] as const
export type Step = (typeof STEPS)[number]
/** Error code if this step is not allowed in the current state. */
type Refusal = {
  refused: 'analysis_not_pending' | 'analysis_not_submitted' | 'analysis_wrong_state' | 'analysis_not_recallable' | 'analysis_not_final'
}

const { pendiente, revision, rechazado, aprobado } = STATE
const waiting: States = { main: pendiente, jefatura: pendiente, control: null, submitted: false }
const sent: States = { ...waiting, submitted: true }
const inReview: States = { main: revision, jefatura: aprobado, control: pendiente, submitted: true }

/** The states after a step, or the error code if the step is not allowed. */
export function statesAfter(now: States, step: Step): States | Refusal {
  switch (step) {
    case 'enviado':
      return waitsForAnalyst(now) ? sent : { refused: 'analysis_not_pending' }
    case 'aprobado_jefatura':
      return atJefatura(now, inReview)
    case 'rechazado_jefatura':
      return atJefatura(now, { main: rechazado, jefatura: rechazado, control: null, submitted: true })
    case 'aprobado_control':
      return atControl(now, { main: aprobado, jefatura: aprobado, control: aprobado, submitted: true })
    case 'rechazado_control':
      return atControl(now, { main: rechazado, jefatura: aprobado, control: rechazado, submitted: true })
    case 'saldo_cambiado':
      return waiting
    case 'recuperado':
      return now.main === pendiente && now.submitted ? waiting : { refused: 'analysis_not_recallable' }
    case 'decision_retirada':
      return now.main === pendiente ? { refused: 'analysis_not_recallable' } : lastDecision(now) === 'control' ? inReview : sent
    case 'reabierto_analista':
      return reopened(now, waiting)
    case 'reabierto_jefatura':
      return reopened(now, sent)
    case 'reabierto_control':
      return reopened(now, inReview)
  }
}
/** The level that decided last. */
export const lastDecision = ({ control }: Pick<States, 'control'>): Level =>
  control === aprobado || control === rechazado ? 'control' : 'jefatura'
export const isRefusal = (result: States | Refusal): result is Refusal => 'refused' in result

const reopened = (now: States, then: States): States | Refusal => (now.main === aprobado ? then : { refused: 'analysis_not_final' })

const waitsForAnalyst = ({ main, submitted }: Pick<States, 'main' | 'submitted'>) =>
  (main === pendiente && !submitted) || main === rechazado

function atJefatura(now: States, then: States): States | Refusal {
  if (now.main !== pendiente) return { refused: 'analysis_wrong_state' }
  return now.submitted ? then : { refused: 'analysis_not_submitted' }
}
const atControl = (now: States, then: States): States | Refusal =>
  now.main === revision ? then : { refused: now.main === pendiente && !now.submitted ? 'analysis_not_submitted' : 'analysis_wrong_state' }

/** People who have taken part in an analysis. */
type Participants = {
  /** Everybody who uploaded any version. */
  uploaders: readonly number[]
  /** Who decided as jefatura in this round. */
  jefatura: number | null
}
/**
 * Segregation of duties, by person and not by active role: the reason why this person may not decide at this level, or null (decisions §4).
 */
export function conflictOfDuty(
  person: number,
  level: Level,
  { uploaders, jefatura }: Participants,
): 'duty_uploaded' | 'duty_both_levels' | null {
  if (uploaders.includes(person)) return 'duty_uploaded'
  return level === 'control' && jefatura === person ? 'duty_both_levels' : null
}

/** A state as a word within a sentence. */
export function stateLabel({ main, submitted }: Pick<States, 'main' | 'submitted'>, locale: Locale): string {
  const [es, en] = main === pendiente && submitted ? ['enviado', 'submitted'] : labels[stateName(main)]
  return locale === 'es' ? es : en
}
const labels: Record<StateName, [es: string, en: string]> = {
  pendiente: ['pendiente', 'pending'],
  revision: ['en revisión', 'in review'],
  rechazado: ['rechazado', 'rejected'],
  aprobado: ['aprobado', 'approved'],
}
