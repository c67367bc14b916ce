import type { LoadRow } from '@cuadre/api/balance'
import { expect, test } from '@jest/globals'
import { refusedCsv } from './refusedCsv.ts'

const row = (more: Partial<LoadRow>): LoadRow => ({
  fila: 118,
  clase: 'rechazada',
  sinAsignar: false,
  ID_NEGOCIO: 3,
  NEGOCIO: 'Votorantim',
  CUENTA: '1.8.8',
  NOMBRE: 'Diversos; varios',
  saldoVigente: null,
  saldoDespues: null,
  reabre: false,
  alias: null,
  sumaDe: null,
  filas: 1,
  cambioPct: null,
  columna: 'SALDO',
  valor: '1.204.55,10',
  motivo: 'El número no es válido',
  ...more,
})

test('refused rows keep their separators and quotes, and open with their accents', () => {
  const text = refusedCsv(['Fila', 'Motivo'], [row({ NOMBRE: 'Caja "chica"; sede' })], 'es')
  expect(text.startsWith('\uFEFF"Fila";"Motivo"\r\n')).toBe(true)
  expect(text).toContain('"118";"Votorantim";"1.8.8";"Caja ""chica""; sede";"SALDO";"1.204.55,10";"El número no es válido"\r\n')
  expect(refusedCsv(['Row'], [], 'en')).toBe('\uFEFF"Row"\r\n')
})

test.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\t=1'])('%j is not run by a spreadsheet', (value) => {
  expect(refusedCsv([], [row({ valor: value })], 'en')).toContain(`"'${value}"`)
})
