import { describe, expect, test } from '@jest/globals'
import { type AccountValues, changeOf, merged, valuesOf, writeOf } from './form.ts'

const before: AccountValues = { ...valuesOf(), CUENTA: '1.1', NOMBRE: 'Caja', ID_NEGOCIO: '2', MONEDA: 'BRL', ID_ANALISTA: '9' }

test('a new account asks for medium risk, every month, no certification by the machine, and is active', () => {
  expect(writeOf({ ...valuesOf(), CUENTA: ' 1.1 ', NOMBRE: 'Caja', ID_NEGOCIO: '2', MONEDA: 'usd' })).toEqual({
    CUENTA: '1.1',
    NOMBRE: 'Caja',
    ID_NEGOCIO: 2,
    MONEDA: 'USD',
    COD_DEPARTAMENTO: null,
    COD_RUBRO: null,
    ID_ANALISTA: null,
    ID_RESPALDO: null,
    RIESGO: 'M',
    MOTIVO_RIESGO: null,
    COD_PLANTILLA: null,
    FRECUENCIA: 'MENSUAL',
    METODO_AUTO: null,
    RESULTADO_AUTO: 'PREPARAR',
    ACTIVA: true,
  })
})

test('only what was changed is sent, never the business nor the code', () => {
  expect(changeOf(before, { ...before, NOMBRE: 'Caja chica', ID_ANALISTA: '', ACTIVA: false, CUENTA: 'x', ID_NEGOCIO: '3' })).toEqual({
    NOMBRE: 'Caja chica',
    ID_ANALISTA: null,
    ACTIVA: false,
  })
  expect(changeOf(before, { ...before, NOMBRE: 'Caja ' })).toEqual({})
})

describe('when somebody else saved first', () => {
  const mine = { ...before, NOMBRE: 'Caja chica', RIESGO: 'A' }
  test('what only they changed becomes theirs', () => {
    expect(merged(before, mine, { ...before, ID_ANALISTA: '7' })).toEqual({
      values: { ...mine, ID_ANALISTA: '7' },
      taken: ['ID_ANALISTA'],
      disputed: [],
    })
  })
  test('what both changed stays as typed and is named, unless both meant the same', () => {
    expect(merged(before, mine, { ...before, NOMBRE: 'Caja mayor', RIESGO: 'A' })).toEqual({
      values: mine,
      taken: [],
      disputed: ['NOMBRE'],
    })
  })
})
