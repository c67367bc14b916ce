import { describe, expect, test } from '@jest/globals'
import { COLUMNS, final, generated, read, TABLE } from './analysis.flow.fixture.ts'
import { conflictOfDuty, STEPS, statesAfter } from './analysis.flow.ts'

describe('the way of an analysis', () => {
  test('the table has every step', () => expect([...COLUMNS].sort()).toEqual([...STEPS].sort()))

  test.each(TABLE)('from %s', (from, expected) => {
    for (const [i, step] of COLUMNS.entries()) {
      const then = expected[i]
      expect([step, statesAfter(read(from), step)]).toEqual([step, then ? read(then) : { refused: expect.stringMatching(/^analysis_/) }])
    }
  })

  test('jefatura and control are told when it has not been sent yet', () => {
    expect(statesAfter(read(generated), 'aprobado_jefatura')).toEqual({ refused: 'analysis_not_submitted' })
    expect(statesAfter(read(generated), 'rechazado_control')).toEqual({ refused: 'analysis_not_submitted' })
    expect(statesAfter(read(final), 'rechazado_control')).toEqual({ refused: 'analysis_wrong_state' })
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
