import type { States, Step } from './analysis.flow.ts'

/**
 * The state table of decisions §4 for tests, with recall and reopening. Notation: main / jefatura / control; P pendiente, V revision, R
 * rechazado, A aprobado, + where it was submitted.
 */
export const read = (text: string): States => {
  const [main, jefatura, control] = text
    .replace('+', '')
    .split('/')
    .map((letter) => 'PVRA'.indexOf(letter) + 1)
  return { main: main!, jefatura: jefatura!, control: control || null, submitted: text.includes('+') }
}
export const generated = 'P/P/-'
export const sent = 'P/P/-+'
export const inReview = 'V/A/P+'
export const rejectedByJefatura = 'R/R/-+'
export const rejectedByControl = 'R/A/R+'
export const final = 'A/A/A+'

export const COLUMNS: Step[] = [
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
]
/** null: not allowed, nothing changes. */
export const TABLE: [from: string, to: (string | null)[]][] = [
  // Columns: submit, jefatura approves, jefatura rejects, control approves, control rejects, balance changed, analyst recalls, decider
  // recalls, reopened for analyst, jefatura, control.
  [generated, [sent, null, null, null, null, generated, null, null, null, null, null]],
  [sent, [null, inReview, rejectedByJefatura, null, null, generated, generated, null, null, null, null]],
  [inReview, [null, null, null, final, rejectedByControl, generated, null, sent, null, null, null]],
  [rejectedByJefatura, [sent, null, null, null, null, generated, null, sent, null, null, null]],
  [rejectedByControl, [sent, null, null, null, null, generated, null, inReview, null, null, null]],
  [final, [null, null, null, null, null, generated, null, inReview, generated, sent, inReview]],
]
