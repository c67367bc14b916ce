import { describe, expect, test } from '@jest/globals'
import { conflictOfDuty, next, type States, type Step } from './analysis.flow.ts'

/** principal / jefatura / control, + where it was submitted: the table of decisions §4. */
const read = (text: string): States => {
  const [main, jefatura, control] = text
    .replace('+', '')
    .split('/')
    .map((letter) => 'PVRA'.indexOf(letter) + 1)
  return { main: main!, jefatura: jefatura!, control: control || null, submitted: text.includes('+') }
}
const generated = 'P/P/-'
const sent = 'P/P/-+'
const inReview = 'V/A/P+'
const rejectedByJefatura = 'R/R/-+'
const rejectedByControl = 'R/A/R+'
const final = 'A/A/A+'
const steps: Step[] = ['enviado', 'aprobado_jefatura', 'rechazado_jefatura', 'aprobado_control', 'rechazado_control', 'saldo_cambiado']

describe('the way of an analysis', () => {
  test.each<[string, (string | null)[]]>([
    //               submit  j approves  j rejects           c approves  c rejects          balance changed
    [generated, [sent, null, null, null, null, generated]],
    [sent, [null, inReview, rejectedByJefatura, null, null, generated]],
    [inReview, [null, null, null, final, rejectedByControl, generated]],
    [rejectedByJefatura, [sent, null, null, null, null, generated]],
    [rejectedByControl, [sent, null, null, null, null, generated]],
    [final, [null, null, null, null, null, generated]],
  ])('from %s', (from, expected) => {
    for (const [i, step] of steps.entries()) {
      const then = expected[i]
      expect([step, next(read(from), step)]).toEqual([step, then ? read(then) : { refused: expect.stringMatching(/^analysis_/) }])
    }
  })

  test('jefatura and control are told when it has not been sent yet', () => {
    expect(next(read(generated), 'aprobado_jefatura')).toEqual({ refused: 'analysis_not_submitted' })
    expect(next(read(generated), 'rechazado_control')).toEqual({ refused: 'analysis_not_submitted' })
    expect(next(read(final), 'rechazado_control')).toEqual({ refused: 'analysis_wrong_state' })
  })
})

describe('segregation of duties', () => {
  const [ana, jefe, carla] = [1, 2, 3]
  test.each([
    ['nobody decides what they uploaded, in whichever version', ana, 'jefatura', 'duty_uploaded'],
    ['not at control either', ana, 'control', 'duty_uploaded'],
    ['who approved as jefatura does not decide at control', jefe, 'control', 'duty_both_levels'],
    ['jefatura decides at its level', jefe, 'jefatura', null],
    ['somebody else decides at control', carla, 'control', null],
  ] as const)('%s', (_, person, level, expected) => {
    expect(conflictOfDuty(person, level, { uploaders: [9, ana], jefatura: jefe })).toBe(expected)
  })
})
