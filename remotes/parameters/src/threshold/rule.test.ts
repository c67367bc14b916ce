import { expect, test } from '@jest/globals'
import { effectsOf, movedBetween } from './impact.ts'
import { limitsOf, monthsFrom, NEW, ruleOf, scopeOf } from './rule.ts'

test.each([
  ['1000.00', 1, 5, { minor: '50.00', material: '1000.00', critical: '3000.00' }],
  ['1000.00', 0.5, 5, { minor: '25.00', material: '500.00', critical: '1500.00' }],
  ['0.33', 2, 5, { minor: '0.03', material: '0.66', critical: '1.98' }],
  ['1000', 1, 0, { minor: '0.00', material: '1000.00', critical: '3000.00' }],
  ['12.5', 1, 10, { minor: '1.25', material: '12.50', critical: '37.50' }],
  [
    '900000000000000000.01',
    2,
    99,
    { minor: '1782000000000000000.01', material: '1800000000000000000.02', critical: '5400000000000000000.06' },
  ],
])('%s at factor %s with a trivial part of %s %%', (amount, factor, trivial, expected) => {
  expect(limitsOf(amount, factor, trivial)).toEqual(expected)
})

test('a threshold holds from a month after the last closed one, up to a year after the newest', () => {
  const period = (PERIODO: string, ID: number) => ({ PERIODO, ESTADO: { ID } })
  const months = monthsFrom([period('2026-11', 1), period('2026-10', 2), period('2026-09', 3), period('2026-08', 1)])
  // August is open again, but September judged by it is closed.
  expect(months.slice(0, 4)).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
  expect(months.at(-1)).toBe('2027-11')
  expect(monthsFrom([])).toEqual([])
})

test('what is sent: everybody has no scope, and a number that is not used may be empty', () => {
  expect(scopeOf({ ...NEW, ALCANCE: 'GLOBAL', ALCANCE_ID: '4' })).toEqual({ ALCANCE: 'GLOBAL', ALCANCE_ID: null })
  expect(scopeOf({ ...NEW, ALCANCE_ID: '4' })).toEqual({ ALCANCE: 'NEGOCIO', ALCANCE_ID: 4 })
  expect(ruleOf({ ...NEW, BASE: 'MONTO', MONTO: '20.00', PORCENTAJE: null })).toMatchObject({ MONTO: '20.00', PORCENTAJE: 10 })
  expect(ruleOf({ ...NEW, BASE: 'PORCENTAJE', MONTO: '', PORCENTAJE: 2.5 })).toMatchObject({ MONTO: '1000.00', PORCENTAJE: 2.5 })
})

const move = (DE: 'no_material' | 'menor' | 'material' | 'critica', A: typeof DE, cambian: number, more: object = {}) => ({
  ID_NEGOCIO: 1,
  NEGOCIO: 'Safra',
  DE,
  A,
  cambian,
  enviados: 0,
  sinComentario: 0,
  quedan: 0,
  ...more,
})
const none = { no_material: 0, menor: 0, material: 0, critica: 0 }
const impact = (data: { COD_ANALISIS: number; A?: 'critica' }[] = []) => ({
  cambian: 0,
  antes: none,
  despues: none,
  periodos: [],
  cambios: [
    move('menor', 'material', 3, { enviados: 2, sinComentario: 1 }),
    move('no_material', 'critica', 4),
    move('material', 'critica', 5, { quedan: 6 }),
    move('critica', 'material', 7),
    move('material', 'menor', 8),
    move('menor', 'no_material', 9),
  ],
  cruzan: {
    total: data.length,
    data: data.map((one) => ({
      CUENTA: String(one.COD_ANALISIS),
      NOMBRE_CUENTA: 'Caja',
      NEGOCIO: 'Safra',
      PERIODO: '2026-10',
      MONEDA: 'BRL',
      MOVIMIENTO: '1.00',
      DE: 'menor' as const,
      A: 'material' as const,
      ESTADO: 'enviado' as const,
      SIN_COMENTARIO: false,
      ...one,
    })),
  },
  huella: 'h',
})

test('material asks for the comment, critical alone is kept from bulk approval', () => {
  expect(effectsOf(impact())).toEqual({ comment: 7, noComment: 8, alone: 9, inBulk: 7, sent: 2, unexplained: 1, stay: 6 })
})

test('between two looks: what came or differs, and what is gone', () => {
  const { came, went } = movedBetween(
    impact([{ COD_ANALISIS: 1 }, { COD_ANALISIS: 2 }, { COD_ANALISIS: 3 }]),
    impact([{ COD_ANALISIS: 1 }, { COD_ANALISIS: 2, A: 'critica' }, { COD_ANALISIS: 4 }]),
  )
  expect([came, went].map((list) => list.map(({ COD_ANALISIS }) => COD_ANALISIS))).toEqual([[2, 4], [3]])
})
