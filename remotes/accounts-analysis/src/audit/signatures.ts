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
  for (const event of events) {
    switch (event.TIPO) {
      case 'enviado':
      case 'autocertificado':
        now = { sent: event }
        break
      case 'aprobado_jefatura':
        now.jefatura = event
        break
      case 'aprobado_control':
        now.control = event
        break
      case 'decision_retirada':
        delete now[event.DETALLE?.nivel === 'jefatura' ? 'jefatura' : 'control']
        break
      case 'rechazado_jefatura':
      case 'rechazado_control':
      case 'reabierto':
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
