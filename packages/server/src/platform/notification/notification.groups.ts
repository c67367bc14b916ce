import type { Locale } from '../http/context.ts'
import type { Template } from '../mail/templates.ts'

/** What comes in numbers, an analysis, a ticket or a business each, and what many of it are called. */
export const GROUPED: { [T in Template]?: Record<Locale, string> } = {
  enviado: { es: '{n} por aprobar', en: '{n} to approve' },
  aprobado_jefatura: { es: '{n} por aprobar en control', en: '{n} to approve at control' },
  rechazado: { es: '{n} análisis rechazados', en: '{n} analyses rejected' },
  aprobado_final: { es: '{n} análisis aprobados', en: '{n} analyses approved' },
  analisis_abierto: { es: '{n} análisis por preparar', en: '{n} analyses to prepare' },
  saldo_cambiado: { es: 'Cambió el saldo de {n} cuentas', en: 'The balances of {n} accounts changed' },
  prorroga_pedida: { es: '{n} solicitudes de prórroga', en: '{n} requests for an extension' },
  recordatorio: { es: '{n} recordatorios', en: '{n} reminders' },
  recuperado: { es: '{n} envíos retirados', en: '{n} submissions taken back' },
  decision_retirada: { es: '{n} decisiones retiradas', en: '{n} decisions taken back' },
  cuenta_sin_asignar: { es: '{n} avisos de cuentas sin analista', en: '{n} notices of accounts without an analyst' },
  riesgo_por_revisar: { es: '{n} avisos de riesgos por calificar de nuevo', en: '{n} notices of risks to be rated again' },
  reabierto: { es: '{n} análisis reabiertos', en: '{n} analyses reopened' },
  ticket_nuevo: { es: '{n} solicitudes nuevas', en: '{n} new help requests' },
  ticket_comentario: { es: '{n} respuestas en solicitudes', en: '{n} answers in help requests' },
  ticket_vencido: { es: '{n} solicitudes fuera de plazo', en: '{n} late help requests' },
  ticket_estado: { es: '{n} solicitudes cambiaron de estado', en: '{n} help requests changed status' },
}
