import { describe, expect, test } from '@jest/globals'
import { COLUMNS, final, generated, inReview, read, rejectedByControl, rejectedByJefatura, sent, TABLE } from './analysis.flow.fixture.ts'
import { conflictOfDuty, isRefusal, lastDecision, STEPS, type Step, stateLabel, statesAfter } from './analysis.flow.ts'

describe('the way of an analysis', () => {
  test('the table has every step', () => expect([...COLUMNS].sort()).toEqual([...STEPS].sort()))

  test.each(TABLE)('from %s', (from, expected) => {
    for (const [i, step] of COLUMNS.entries()) {
      const then = expected[i]
      expect([step, statesAfter(read(from), step)]).toEqual([step, then ? read(then) : { refused: expect.stringMatching(/^analysis_/) }])
    }
  })

  test.each([
    ['enviado', sent, 'analysis_not_pending'],
    ['enviado', inReview, 'analysis_not_pending'],
    ['enviado', final, 'analysis_not_pending'],
    ['aprobado_jefatura', generated, 'analysis_not_submitted'],
    ['rechazado_jefatura', generated, 'analysis_not_submitted'],
    ['aprobado_jefatura', inReview, 'analysis_wrong_state'],
    ['rechazado_jefatura', final, 'analysis_wrong_state'],
    ['aprobado_control', generated, 'analysis_not_submitted'],
    ['rechazado_control', generated, 'analysis_not_submitted'],
    ['aprobado_control', sent, 'analysis_wrong_state'],
    ['rechazado_control', rejectedByJefatura, 'analysis_wrong_state'],
    ['rechazado_control', rejectedByControl, 'analysis_wrong_state'],
    ['rechazado_control', final, 'analysis_wrong_state'],
    ['recuperado', generated, 'analysis_not_recallable'],
    ['recuperado', inReview, 'analysis_not_recallable'],
    ['decision_retirada', sent, 'analysis_not_recallable'],
    ['reabierto_analista', sent, 'analysis_not_final'],
    ['reabierto_jefatura', inReview, 'analysis_not_final'],
    ['reabierto_control', rejectedByControl, 'analysis_not_final'],
  ] as [Step, string, string][])('%s from %s is refused as %s', (step, from, refused) => {
    expect(statesAfter(read(from), step)).toEqual({ refused })
  })

  test('only what is pending or rejected waits for its analyst, whether or not it says that it was sent', () => {
    for (const [main, waits] of [
      [2, false],
      [3, true],
      [4, false],
    ] as const)
      expect(isRefusal(statesAfter({ main, jefatura: 1, control: null, submitted: false }, 'enviado'))).toBe(!waits)
    // Not sent says only what is pending.
    expect(statesAfter({ main: 3, jefatura: 3, control: null, submitted: false }, 'aprobado_control')).toEqual({
      refused: 'analysis_wrong_state',
    })
  })

  test('a refusal is told from states', () => {
    expect([isRefusal({ refused: 'analysis_not_final' }), isRefusal(read(sent))]).toEqual([true, false])
  })

  test.each([
    [null, 'jefatura'],
    [1, 'jefatura'],
    [2, 'jefatura'],
    [3, 'control'],
    [4, 'control'],
  ])('with control at %s the last decision was of %s', (control, level) => expect(lastDecision({ control })).toBe(level))

  test.each([
    [generated, 'pendiente', 'pending'],
    [sent, 'enviado', 'submitted'],
    [inReview, 'en revisión', 'in review'],
    [rejectedByJefatura, 'rechazado', 'rejected'],
    [final, 'aprobado', 'approved'],
  ])('%s is said as «%s», in English “%s”', (state, es, en) => {
    expect([stateLabel(read(state), 'es'), stateLabel(read(state), 'en')]).toEqual([es, en])
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
