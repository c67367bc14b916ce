import { describe, expect, test } from '@jest/globals'
import { blockingCodes, checklistOf, fixedCheck, hasWarnings, mayClose, resultOf } from './closing.rules.ts'

test.each([
  [0, 0, 0, 'ok'],
  [3, 0, 3, 'aviso'],
  [3, 1, 2, 'bloquea'],
  [3, 3, 0, 'bloquea'],
  // Found, and the policy does not mind.
  [3, 0, 0, 'apagada'],
  [3, 0, 1, 'aviso'],
] as const)('%i found, of which %i block and %i warn: %s', (cantidad, bloquean, avisan, result) =>
  expect(resultOf({ cantidad, bloquean, avisan })).toBe(result),
)

test('the list has every check in its order; an earlier open period and a broken chain block whatever the policy says', () => {
  const list = checklistOf([fixedCheck('cadena', 1), fixedCheck('periodo_anterior', 0)])
  expect(list.map(({ codigo, resultado }) => `${codigo} ${resultado}`)).toEqual([
    'criticas_sin_aprobar ok',
    'criticas_sin_explicar ok',
    'no_aprobados ok',
    'sin_sustentar ok',
    'diferencia_sin_explicar ok',
    'prorrogas ok',
    'saldos_sin_asignar ok',
    'saldos_por_cargar ok',
    'grupos ok',
    'cuadre ok',
    'periodo_anterior ok',
    'cadena bloquea',
  ])
  expect([blockingCodes(list), hasWarnings(list)]).toEqual([['cadena'], false])
})

describe('who may close', () => {
  const at = { warnings: true, secondPerson: true, token: 'now', reasonLength: 30, minimum: 20 }
  test.each([
    ['without warnings anybody, without a word', { ...at, warnings: false, reasonLength: 0 }, null, 'ok'],
    ['with warnings nobody alone', at, null, 'second_person'],
    ['nobody on a request of another list', at, { askedBy: 2, token: 'before' }, 'second_person'],
    ['not whoever asked', at, { askedBy: 1, token: 'now' }, 'own_request'],
    ['somebody else', at, { askedBy: 2, token: 'now' }, 'ok'],
    ['alone where the policy lets them, with a reason', { ...at, secondPerson: false }, null, 'ok'],
    ['not without a reason', { ...at, secondPerson: false, reasonLength: 19 }, null, 'reason'],
  ] as const)('%s', (_, situation, request, answer) => expect(mayClose(situation, request, 1)).toBe(answer))
})
