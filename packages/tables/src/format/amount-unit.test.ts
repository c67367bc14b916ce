import { describe, expect, test } from '@jest/globals'
import { inUnits, saidUnit, unitIn } from './amount-unit.ts'
import type { Row } from './cell.ts'

describe('thousands', () => {
  test.each([
    'Cifras en miles',
    '(Expresado en miles)',
    'Expresado en miles de pesos',
    'Miles de pesos',
    'MILES DE PESOS COLOMBIANOS',
    'Rango de Valores: 1000 Miles de Pesos',
    'Unidad: miles',
    'Saldo (miles)',
    'Saldo miles',
    'En $000',
    'US$ 000',
    "US$'000",
    "$'000",
    '(000s)',
    "in 000's",
    "Balance '000",
    'Moneda: M$',
    'Estados en M$ al cierre',
    'Saldo MUS$',
    'K€',
    'Importe (k€)',
    'USD k',
    'kUSD',
    'Em milhares de reais',
    'Saldo em R$ mil',
    'R$ mil',
    'Valores em mil reais',
    '(mil)',
    'Amounts in thousands of dollars',
    'Thousands of US$',
    'Saldo x 1.000',
    'Importe / 1000',
    'Saldos en millares de pesos',
    'TEUR',
    'Tsd. EUR',
    'Ths. USD',
    "milers d'euros",
    'Saldo (K)',
    'saldo_k',
    'saldo_miles',
    'SaldoMiles',
    'Saldo x mil',
    'Saldo MCLP',
    'Saldo CLP 000',
    'Valores em R$ 1.000',
    'Escala: 1000',
    'Escala 1:1000',
    'Unidades: 1.000',
    'Dividido entre mil',
    'Amounts in 10^3',
  ])('%s', (text) => expect(unitIn(text)).toBe(1000))
})

describe('millions', () => {
  test.each([
    'Cifras en millones',
    'Millones de pesos',
    'Saldo (MM$)',
    'MMUS$',
    'MM USD',
    'US$ MM',
    '€m',
    '£ m',
    'M€',
    'In millions of dollars',
    'USD million',
    'Em milhões de reais',
    'R$ milhões',
    'EUR mln',
    'Mio €',
    'Saldo x 1.000.000',
    '(MM)',
    'Cifras en MM de $',
    'SALDO_MM',
    'Cifras en MDP',
    'Cifras en mill. €',
    'Saldo mill.',
    'Importe (M)',
    'Importe MCOP',
    '€ mn',
    'MM CLP',
    'Factor 1.000.000',
  ])('%s', (text) => expect(unitIn(text)).toBe(1_000_000))
})

describe('billions cannot be loaded', () => {
  test.each([
    'Miles de millones de pesos',
    'En billones',
    'Em bilhões de reais',
    'USD billion',
    '€bn',
    'Millardos',
    'Cientos de miles',
    'In lakhs',
  ])('%s', (text) => expect(unitIn(text)).toBeNull())
})

describe('nothing of the kind', () => {
  test.each([
    'Balance de comprobación al 31/12/2008',
    'Ejercicio 2000',
    'Cuenta 1000',
    'Saldo',
    'Saldo US$',
    'Moneda: pesos',
    'Moneda: BRL',
    'Moneda nacional (M.N.)',
    'Saldo M.N.',
    'Total activo 1.000.000,00 al cierre del ejercicio anterior',
    'Familia y amigos',
    'Kilometraje',
    'Enero de dos mil ocho',
    'Código',
    'Debe',
    'Sociedad 0001',
    'Emilio S.A.',
    'Comprobación de saldos (000123)',
    'S/ 12',
    'Página 1 de 1000',
    'Oficina 2.000',
    'Will show _x000D_ in every line',
    'Fecha (DD/MM/AAAA)',
    'Fecha DD-MM-AAAA',
    'DD MM AAAA',
    'MM-AAAA',
    'Hora HH:MM:SS',
    'Saldo MN',
    'Valores em R$ 1,00',
    'Total R$ 1.000,00',
    'Unidad de negocio: 1000',
    'En 1.000.250 euros',
    'Camila K',
    'MercadoPago',
  ])('%s', (text) => expect(unitIn(text)).toBeUndefined())
})

const row = (number: number, ...cells: Row['cells']): Row => ({ number, cells })

describe('where a file says it', () => {
  const header = row(4, 'Cuenta', 'Nombre', 'Saldo')
  const account = row(5, '1105', 'Caja de miles', '10,00')
  test('in a title, with its row and words', () =>
    expect(saidUnit([row(1, 'Empresa X'), row(2, null, 'Cifras en miles de pesos'), header, account], 4)).toEqual({
      unit: 1000,
      row: 2,
      text: 'Cifras en miles de pesos',
    }))
  test('in a heading', () =>
    expect(saidUnit([row(1, 'Cuenta', 'Nombre', 'Saldo (MM$)'), account], 1)).toEqual({ unit: 1_000_000, row: 1, text: 'Saldo (MM$)' }))
  test('in a note under the table', () =>
    expect(saidUnit([header, account, row(9, 'Nota: importes en miles')], 4)).toEqual({
      unit: 1000,
      row: 9,
      text: 'Nota: importes en miles',
    }))
  test('in the name of the sheet', () =>
    expect(saidUnit([header, account], 4, 'Balance (miles)')).toEqual({ unit: 1000, row: null, text: 'Balance (miles)' }))
  test('the name of an account says nothing', () => expect(saidUnit([header, account], 4, 'Hoja1')).toBeNull())
})

describe('an amount in units', () => {
  test.each([
    ['1204.55', 1000, '1204550'],
    ['-1204.55', 1000, '-1204550'],
    ['0.00012', 1000, '0.12'],
    ['1.2345678', 1_000_000, '1234567.8'],
    ['0', 1000, '0'],
    ['-0.001', 1000, '-1'],
    ['12', 1, '12'],
    ['12', 1_000_000, '12000000'],
  ] as const)('%s × %d = %s', (value, unit, expected) => expect(inUnits(value, unit)).toBe(expected))
})
