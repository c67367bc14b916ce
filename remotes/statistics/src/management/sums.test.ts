import { describe, expect, test } from '@jest/globals'
import { type BusinessRow, changeIn, shareOf, sumOf } from './sums.ts'

const business = (more: Partial<BusinessRow>): BusinessRow => ({
  ID_PAIS: 1,
  PAIS: 'Brasil',
  ID_NEGOCIO: 1,
  NEGOCIO: 'Itaú',
  items: 0,
  firmas: 0,
  firmasRequeridas: 0,
  avance: null,
  completado: null,
  aTiempo: null,
  vencidos: 0,
  fueraDePlazo: 0,
  sinExplicar: [],
  sinSustentar: [],
  sustentado: [],
  deltaAvance: null,
  semaforoAvance: null,
  ...more,
})
/** A business whose ratios are what the server answers for these counts. */
const counted = (items: number, firmas: number, enPlazo: number, vencidos = 0) =>
  business({
    items,
    firmas,
    firmasRequeridas: items * 3,
    avance: items ? firmas / (items * 3) : null,
    aTiempo: items ? enPlazo / (items * 3) : null,
    vencidos,
  })

describe('businesses taken together', () => {
  test('have the ratio of their sums, not the average of their ratios', () => {
    const sum = sumOf([counted(1, 0, 0, 1), counted(99, 297, 290, 2)])
    expect(sum).toMatchObject({ items: 100, firmas: 297, firmasRequeridas: 300, vencidos: 3 })
    expect(sum.avance).toBe(297 / 300)
    expect(sum.aTiempo).toBe(290 / 300)
  })
  test.each([
    [1, 7, 13],
    [333, 777, 996],
    [100_003, 299_999, 300_001],
  ])('bring back whole sign-offs from the ratio of %i analyses', (items, firmas, enPlazo) => {
    expect(sumOf([counted(items, firmas, Math.min(enPlazo, items * 3))]).aTiempo).toBe(Math.min(enPlazo, items * 3) / (items * 3))
  })
  test('without anything to divide by have no ratio', () => {
    expect(sumOf([])).toMatchObject({ items: 0, avance: null, aTiempo: null, sinExplicar: [] })
    expect(sumOf([counted(0, 0, 0)])).toMatchObject({ avance: null, aTiempo: null })
  })
})

test('what is unexplained is a share of the balances of its own currency', () => {
  const balances = [
    { MONEDA: 'BRL', sustentado: '0.00', requerido: '20000.00', parte: 0 },
    { MONEDA: 'USD', sustentado: '0.00', requerido: '0.00', parte: null },
  ]
  expect(['BRL', 'USD', 'CLP'].map((MONEDA) => shareOf({ MONEDA, monto: '50.00' }, balances))).toEqual([0.25, null, null])
})

test('what is unexplained has changed since the month before in each currency; without one nothing is said', () => {
  const anterior = { avance: 1, aTiempo: 1, sinExplicar: [{ MONEDA: 'BRL', monto: '10.05' }] }
  expect(changeIn({ anterior }, { MONEDA: 'BRL', monto: '7.00' })).toBe('-3.05')
  expect(changeIn({ anterior }, { MONEDA: 'USD', monto: '7.00' })).toBe('7.00')
  expect(changeIn({ anterior: null }, { MONEDA: 'BRL', monto: '7.00' })).toBeUndefined()
})
