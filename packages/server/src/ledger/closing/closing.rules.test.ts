import { describe, expect, test } from '@jest/globals'
import { blockingCodes, checklistOf, fixedCheck, hasWarnings, mayClose, resultOf, tieOutCheck } from './closing.rules.ts'

/** What a check says besides its numbers where there is nothing to say. */
const EMPTY = { montos: [], personas: 0, quien: [], reglas: [], ejemplos: [] }

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
  expect(list[0]).toEqual({ codigo: 'criticas_sin_aprobar', resultado: 'ok', cantidad: 0, bloquean: 0, avisan: 0, ...EMPTY })
})

test('one warning among the checks is a warning of the list', () => {
  const [first, ...others] = checklistOf([])
  expect(hasWarnings([{ ...first!, resultado: 'aviso' }, ...others])).toBe(true)
})

describe('rules of the corporation that do not tie out', () => {
  const rule = {
    NOMBRE: 'Caja',
    NEGOCIO: 'Itaú',
    MONEDA: 'BRL',
    DIFERENCIA: '0.00',
    SEVERIDAD: 'aviso',
    CUADRA: false,
    seen: true,
  } as const
  const result = (more: Partial<Parameters<typeof tieOutCheck>[0][number]>) =>
    ({ ...rule, ...more }) as Parameters<typeof tieOutCheck>[0][number]
  test('count as each was written, with the size of what is off by currency', () => {
    const found = tieOutCheck([
      result({ CUADRA: true, DIFERENCIA: '9.00', SEVERIDAD: 'bloquea' }),
      result({ DIFERENCIA: '-10.50', SEVERIDAD: 'bloquea' }),
      result({ DIFERENCIA: '0.75' }),
      result({ DIFERENCIA: '-3.00', MONEDA: 'USD' }),
      // The control figure has not been typed in.
      result({ DIFERENCIA: null, MONEDA: 'CLP' }),
    ])
    expect(found).toMatchObject({ codigo: 'cuadre', cantidad: 4, bloquean: 1, avisan: 3, personas: 0, quien: [], ejemplos: [] })
    expect(found.montos).toEqual([
      { MONEDA: 'BRL', monto: '11.25' },
      { MONEDA: 'USD', monto: '3.00' },
    ])
  })
  test('the first ten that one sees are named', () => {
    const off = Array.from({ length: 12 }, (_, i) => result({ NOMBRE: `Regla ${i}`, seen: i !== 1 }))
    const { reglas } = tieOutCheck([result({ NOMBRE: 'Cuadra', CUADRA: true }), ...off])
    expect(reglas.map(({ NOMBRE }) => NOMBRE)).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => `Regla ${i}`))
    expect(reglas[0]).toEqual({ NOMBRE: 'Regla 0', NEGOCIO: 'Itaú', MONEDA: 'BRL', DIFERENCIA: '0.00', SEVERIDAD: 'aviso' })
  })
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
    ['with the shortest reason', { ...at, secondPerson: false, reasonLength: 20 }, null, 'ok'],
    ['not without a reason', { ...at, secondPerson: false, reasonLength: 19 }, null, 'reason'],
  ] as const)('%s', (_, situation, request, answer) => expect(mayClose(situation, request, 1)).toBe(answer))
})
