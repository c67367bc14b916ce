import type { AnalysisEvent } from '@cuadre/api/analysis'
import { expect, test } from '@jest/globals'
import { signaturesOf } from './signatures.ts'

const events = (...steps: (AnalysisEvent['TIPO'] | [AnalysisEvent['TIPO'], string])[]) =>
  steps.map((step, i): AnalysisEvent => {
    const [TIPO, nivel] = typeof step === 'string' ? [step] : step
    return { ID: i + 1, TIPO, FECHA: null, PERSONA: null, ROL: null, COMENTARIO: null, DETALLE: nivel ? { nivel } : null, HASH: '' }
  })

test.each<[Parameters<typeof events>, object]>([
  [['generado', 'enviado', 'aprobado_jefatura', 'visto', 'aprobado_control'], { sent: 2, jefatura: 3, control: 5 }],
  // Sent again after a rejection: what was signed before does not count.
  [['enviado', 'aprobado_jefatura', 'rechazado_control', 'enviado', 'aprobado_jefatura'], { sent: 4, jefatura: 5 }],
  [['enviado', 'aprobado_jefatura', 'aprobado_control', ['decision_retirada', 'control']], { sent: 1, jefatura: 2 }],
  [['enviado', 'aprobado_jefatura', 'aprobado_control', 'reabierto'], { sent: 1 }],
  // Reopened for control, the head's approval holds; for the head, that it was sent; for the analyst, nothing.
  [
    ['enviado', 'aprobado_jefatura', 'aprobado_control', ['reabierto', 'control'], 'aprobado_control'],
    { sent: 1, jefatura: 2, control: 5 },
  ],
  [['enviado', 'aprobado_jefatura', 'aprobado_control', ['reabierto', 'jefatura']], { sent: 1 }],
  [['enviado', 'aprobado_jefatura', 'aprobado_control', ['reabierto', 'analista']], {}],
  // A rejection that was taken back is none.
  [
    ['enviado', 'aprobado_jefatura', 'rechazado_control', ['decision_retirada', 'control'], 'aprobado_control'],
    { sent: 1, jefatura: 2, control: 5 },
  ],
  [['enviado', 'aprobado_jefatura', 'rechazado_control', ['decision_retirada', 'control'], ['decision_retirada', 'jefatura']], { sent: 1 }],
  [['enviado', 'aprobado_jefatura', 'saldo_cambiado'], { sent: 1 }],
  [['enviado', 'aprobado_jefatura', 'saldo_cambiado', 'carga_deshecha'], { sent: 1, jefatura: 2 }],
  [['enviado', 'recuperado'], {}],
  [['generado', 'autocertificado'], { sent: 2 }],
  [['generado'], {}],
])('%j: %j', (steps, expected) => {
  const found = Object.entries(signaturesOf(events(...steps))).filter(([, event]) => event)
  expect(Object.fromEntries(found.map(([name, event]) => [name, event.ID]))).toEqual(expected)
})
