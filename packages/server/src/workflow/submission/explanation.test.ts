import { describe, expect, test } from '@jest/globals'
import { type Explained, marksOf } from './explanation.ts'

/** A material asset that grew from 1.000,00 to 1.500,00 and is supported in full, unless said otherwise. */
const explained = (comment: string | null, more: Partial<Explained> = {}) =>
  marksOf({ comment, balance: '1500.00', previous: '1000.00', value: '1500.00', material: true, former: [], ...more }).map(
    ({ codigo, detalle }) => (detalle ? `${codigo}: ${detalle}` : codigo),
  )
const former = (...comments: string[]) => ({ former: comments.map((comment, n) => ({ period: `2026-0${9 - n}`, comment })) })

describe('an explanation is copied', () => {
  test.each([
    ['word for word', 'Depreciación del mes', 'Depreciación del mes'],
    ['with other accents, capitals and stops', 'DEPRECIACION  del mes.', 'Depreciación del mes'],
    ['with another month in it', 'Factura de octubre de 2026', 'Factura de septiembre 2025'.replace('2025', 'de 2026')],
  ])('%s', (_, comment, before) => {
    expect(explained(comment, former('Otra cosa: pago de la factura', before))).toEqual(['comentario_copiado: 2026-08'])
  })
  test('but not with another figure in it', () => {
    expect(explained('Factura por 300,00', former('Factura por 200,00'))).toEqual([])
  })
  test('the newest period is named', () => {
    expect(explained('Pago de cuota', former('Pago de cuota', 'Pago de cuota'))).toEqual(['comentario_copiado: 2026-09'])
  })
})

describe('an explanation names neither an amount nor a cause', () => {
  test.each([
    'Variación normal del período',
    'Ver libro adjunto',
    'Ok',
    'Revisado el 31-10-2026',
    'Movimientos de octubre 2026',
    'As usual',
  ])('%s', (comment) => {
    expect(explained(comment)).toEqual(['sin_monto_ni_causa'])
  })
  test.each([
    'Se recibió la factura del proveedor',
    'Reclasificación desde la 2150',
    'Corresponde a 500,00 que faltaban',
    'Revaluación',
    'Supplier invoice',
    'Depreciation of the month',
  ])('%s does', (comment) => {
    expect(explained(comment)).toEqual([])
  })
  test('is no matter where there is nothing to explain', () => {
    expect(explained('Sin novedad', { material: false })).toEqual([])
    expect(explained('Sin novedad', { material: false, value: '1400.00' })).toEqual(['sin_monto_ni_causa'])
    expect(explained(null)).toEqual([])
    expect(explained('  ')).toEqual([])
  })
})

describe('an explanation contradicts the movement', () => {
  const fell = { balance: '1000.00', previous: '1500.00', value: '1000.00' }
  test.each<[string, Partial<Explained>, string]>([
    ['Disminuyó por el pago de la cuota', {}, 'Disminuyó'],
    ['Aumento por compra de equipos', fell, 'Aumento'],
    ['Increased by the invoice of May', fell, 'Increased'],
    ['The balance fell after a payment', {}, 'fell'],
    ['Pago de la cuota: -500,00', {}, '-500,00'],
    ['Compra de equipos +500', fell, '+500'],
  ])('%s', (comment, more, word) => {
    expect(explained(comment, more)).toEqual([`signo_contrario: ${word}`])
  })
  test.each<[string, Partial<Explained>]>([
    ['Aumento por compra de equipos', {}],
    ['Disminución por pagos', fell],
    ['Sin disminución de pagos', {}],
    ['Aumento de compras y disminución de ventas', fell],
    ['Compra por +500,00', {}],
    ['Dado de baja un equipo', {}],
  ])('%s does not', (comment, more) => {
    expect(explained(comment, more)).toEqual([])
  })
  test('a liability grows with its size', () => {
    const debt = { balance: '-1500.00', previous: '-1000.00', value: '-1500.00' }
    expect(explained('Aumento del préstamo', debt)).toEqual([])
    expect(explained('Disminución del préstamo', debt)).toEqual(['signo_contrario: Disminución'])
  })
  test('nothing is judged without a balance before, without a movement, or across zero', () => {
    for (const more of [{ previous: null }, { previous: '1500.00' }, { previous: '-10.00' }])
      expect(explained('Disminuyó por el pago', more)).toEqual([])
  })
})
