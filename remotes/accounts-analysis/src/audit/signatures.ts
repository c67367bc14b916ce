import type { AnalysisEvent } from '@cuadre/api/analysis'

interface Signatures {
  sent?: AnalysisEvent
  jefatura?: AnalysisEvent
  control?: AnalysisEvent
}

/** The steps that count now, of all that were taken, oldest first: a signature that was taken back or overtaken is none. */
export function signaturesOf(events: readonly AnalysisEvent[]): Signatures {
  let now: Signatures = {}
  let before: Signatures = {}
  /** As it was before each decision, which can be taken back. */
  const undecided: Signatures[] = []
  for (const event of events) {
    switch (event.TIPO) {
      case 'enviado':
      case 'autocertificado':
        now = { sent: event }
        break
      case 'aprobado_jefatura':
        undecided.push(now)
        now = { ...now, jefatura: event }
        break
      case 'aprobado_control':
        undecided.push(now)
        now = { ...now, control: event }
        break
      // A rejection that was taken back: what was signed before it holds again.
      case 'decision_retirada':
        now = undecided.pop() ?? { sent: now.sent }
        break
      case 'rechazado_jefatura':
      case 'rechazado_control':
        undecided.push(now)
        now = { sent: now.sent }
        break
      // Reopened for one level, what was signed at those before it still holds.
      case 'reabierto':
        before = now
        now = event.DETALLE?.nivel === 'control' ? { sent: now.sent, jefatura: now.jefatura } : { sent: now.sent }
        if (event.DETALLE?.nivel === 'analista') now = {}
        break
      case 'saldo_cambiado':
        before = now
        now = { sent: now.sent }
        break
      // The load that changed the balance was taken back: what was signed before it holds again.
      case 'carga_deshecha':
        now = before
        break
      case 'recuperado':
        now = {}
    }
  }
  return now
}
