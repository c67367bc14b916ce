import type { BalanceLoad } from '@cuadre/api/balance'
import { expect, test } from '@jest/globals'
import { holdsOf } from './delivery.holds.ts'

type Preview = NonNullable<BalanceLoad['preview']>
const whole = {
  negocios: { faltan: [], deUno: false },
  cuentas: { faltan: 0 },
  filas: { rechazadas: 0 },
  control: { archivo: { valor: '100.00', fila: 9 }, leido: '100.00' },
}
const clear = { completitud: whole, reabre: { total: 0 }, negociosCreados: [], cuentasCreadas: 3 }
const missing = [{ ID_NEGOCIO: 1, NEGOCIO: 'X', cuentas: 1, saldos: [] }]
const of = (preview: object | null, load: object = {}, more = {}) =>
  holdsOf({
    load: { necesita: [], REPETIDA_DE: null, TOTAL_CONTROL: null, preview: preview as Preview | null, ...load },
    allowed: true,
    untied: 0,
    ...more,
  })

test.each([
  ['nothing is open', of(clear), []],
  ['the rule is off', of(clear, {}, { allowed: false }), ['regla_apagada']],
  ['columns are open', of(null, { necesita: ['cuenta'] }), ['columnas']],
  ['columns are open and the rule is off', of(null, { necesita: ['cuenta'] }, { allowed: false }), ['regla_apagada', 'columnas']],
  ['rows are refused', of({ ...clear, completitud: { ...whole, filas: { rechazadas: 1 } } }), ['rechazadas']],
  ['a business is missing', of({ ...clear, completitud: { ...whole, negocios: { faltan: missing, deUno: false } } }), ['negocios_faltan']],
  ['the file is of one business', of({ ...clear, completitud: { ...whole, negocios: { faltan: missing, deUno: true } } }), []],
  ['an account is missing', of({ ...clear, completitud: { ...whole, cuentas: { faltan: 1 } } }), ['cuentas_faltan']],
  ['no total is stated', of({ ...clear, completitud: { ...whole, control: { archivo: null, leido: '100.00' } } }), ['sin_total']],
  [
    'the sender states it',
    of({ ...clear, completitud: { ...whole, control: { archivo: null, leido: '100.00' } } }, { TOTAL_CONTROL: '100' }),
    [],
  ],
  ['the sender states another', of(clear, { TOTAL_CONTROL: '100.01' }), ['total_distinto']],
  ['a tie-out rule does not hold', of(clear, {}, { untied: 1 }), ['no_cuadra']],
  ['analyses would be reopened', of({ ...clear, reabre: { total: 1 } }), ['reabre']],
  ['analyses of the month after would be reopened', of({ ...clear, reabre: { total: 0, despues: 1 } }), ['reabre']],
  ['a business is new', of({ ...clear, negociosCreados: ['X'] }), ['negocios_nuevos']],
  ['many accounts are new', of({ ...clear, cuentasCreadas: 200 }), ['muchas_cuentas_nuevas']],
  ['groups are loaded', of({ ...clear, grupos: { filas: 2, fuera: 1 } }), ['grupos']],
  ['groups are left out', of({ ...clear, grupos: { filas: 2, fuera: 2 } }), []],
  ['it was loaded before', of(clear, { REPETIDA_DE: 7 }), ['repetida']],
  ['its month is a guess', of(clear, {}, { monthGuessed: true }), ['mes_no_dicho']],
  ['it comes back after others', of(clear, {}, { comesBack: true }), ['repetida']],
])('where %s', (_, found, expected) => expect(found).toEqual(expected))
