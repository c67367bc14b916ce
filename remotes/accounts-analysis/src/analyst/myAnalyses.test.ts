import type { Analysis } from '@cuadre/api/analysis'
import { describe, expect, test } from '@jest/globals'
import { attentionOf, filtered, sorted } from './myAnalyses.ts'

const item = (id: number, more: Partial<Analysis> = {}) =>
  ({
    COD_ANALISIS: id,
    CUENTA: `1.${id}`,
    NOMBRE_CUENTA: 'Depósitos',
    ID_NEGOCIO: 1,
    VALOR_BALANCE: '0.00',
    MATERIALIDAD: 'menor',
    ESTADO_PRINCIPAL_ID: 1,
    FECHA_ENVIO: null,
    INUSUAL: null,
    AGRUPADO_ID: null,
    ATRASADO: false,
    ...more,
  }) as Analysis
const ids = (items: readonly Analysis[]) => items.map(({ COD_ANALISIS }) => COD_ANALISIS)
const all = (filters: Record<string, string[]> = {}, search = '') => ({ search, filters })

describe('my accounts', () => {
  const items = [
    item(1, { VALOR_BALANCE: '99999999999999999.98' }),
    item(2, { VALOR_BALANCE: '99999999999999999.99', FECHA_ENVIO: '2026-11-01T10:00:00Z' }),
    item(3, { VALOR_BALANCE: '-5.00', ESTADO_PRINCIPAL_ID: 3, NOMBRE_CUENTA: 'Créditos vinculados', ID_NEGOCIO: 2 }),
    item(4, { ATRASADO: true, MATERIALIDAD: 'critica' }),
  ]
  test('are found by code or name, without accents or capitals', () => {
    expect(ids(filtered(items, all({}, 'CREDITOS')))).toEqual([3])
    expect(ids(filtered(items, all({}, '1.2')))).toEqual([2])
  })
  test('are found whichever way an accent is written, and by letters that mean something in a pattern', () => {
    const named = ['Cafe\u0301 (1/2) [a-z]^\\ 5 % S.A.', 'Ñuble', 'NUBLE', 'Nublé'].map((NOMBRE_CUENTA, id) => item(id, { NOMBRE_CUENTA }))
    const found = (search: string) => ids(filtered(named, all({}, search)))
    for (const search of ['café', 'CAFE', 'cafe\u0301 (1', '[A-Z]', ']^\\ 5', '5 % s.a.', '1/2)'])
      expect([search, found(search)]).toEqual([search, [0]])
    expect(found('ñublé')).toEqual([1, 2, 3])
    for (const search of ['s,a', 'a-y', '.*', '^1', '$']) expect([search, found(search)]).toEqual([search, []])
  })
  test('are narrowed by business, state and materiality together', () => {
    expect(ids(filtered(items, all({ estado: ['por-preparar'] })))).toEqual([1, 4])
    expect(ids(filtered(items, all({ estado: ['por-preparar'], materialidad: ['critica'] })))).toEqual([4])
    expect(ids(filtered(items, all({ negocio: ['2'] })))).toEqual([3])
  })
  test('are narrowed by the kind of an unusual movement', () => {
    const marked = (id: number, VEREDICTO: 'alto' | 'bajo' | 'silencio') =>
      item(id, { INUSUAL: { VEREDICTO, BAJO: '0.00', ALTO: '1.00', CENTRO: '0.50', BASE: 'mediana', MESES: 6, MOVIDOS: 6 } })
    const several = [item(1), marked(2, 'alto'), marked(3, 'silencio'), marked(4, 'bajo')]
    expect(ids(filtered(several, all({ movimiento: ['alto', 'silencio'] })))).toEqual([2, 3])
    expect(ids(filtered(several, all()))).toEqual([1, 2, 3, 4])
  })
  test('are ordered by amounts to the cent, however large', () => {
    expect(ids(sorted(items, 'saldo'))).toEqual([3, 4, 1, 2])
    expect(ids(sorted(items, '-saldo'))).toEqual([2, 1, 4, 3])
  })
  test('keep the order of work without a wish', () => expect(sorted(items, undefined)).toBe(items))
  test('are ordered by name as Spanish is: ñ after n, accents and capitals beside their letter', () => {
    const names = ['Obra', 'ñandú', 'nube', 'Árbol', 'arcón', 'Ñuble']
    const named = names.map((NOMBRE_CUENTA, id) => item(id, { NOMBRE_CUENTA }))
    expect(sorted(named, 'nombre').map(({ NOMBRE_CUENTA }) => NOMBRE_CUENTA)).toEqual(['Árbol', 'arcón', 'nube', 'ñandú', 'Ñuble', 'Obra'])
  })
  test('keep the order of work among equals, up and down', () => {
    const alike = [item(9), item(4), item(7, { VALOR_BALANCE: '1.00' }), item(2)]
    expect(ids(sorted(alike, 'saldo'))).toEqual([9, 4, 2, 7])
    expect(ids(sorted(alike, '-saldo'))).toEqual([7, 9, 4, 2])
  })
  test('that were not sent have no difference to be ordered by: they come last, up and down', () => {
    const sent = { FECHA_ENVIO: '2026-11-01T10:00:00Z' }
    const some = [item(1, { VARIACION: '900.00' }), item(2, { VARIACION: '3.00', ...sent }), item(3, { VARIACION: '-5.00', ...sent })]
    expect(ids(sorted(some, 'diferencia'))).toEqual([3, 2, 1])
    expect(ids(sorted(some, '-diferencia'))).toEqual([2, 3, 1])
  })
  test('without a deadline come last', () => {
    const due = [item(1, { ESTADO_PRINCIPAL_ID: 4 }), item(2, { VENCE_ANALISTA: '2026-11-05T21:00:00Z' })]
    expect(ids(sorted(due, 'vence'))).toEqual([2, 1])
  })
  test('ask for attention once each', () => {
    const { rejected, late, next } = attentionOf(items)
    expect([rejected, late, next].map(ids)).toEqual([[3], [4], [1]])
  })
  test('a group asks for attention once, and the table lists each of its accounts', () => {
    const one = { AGRUPADO_ID: 7, ESTADO_PRINCIPAL_ID: 3 } as const
    const { rejected, next, accounts } = attentionOf([item(1, one), item(2), item(3, one), item(4, { AGRUPADO_ID: 8 }), item(5, one)])
    expect([rejected, next].map(ids)).toEqual([[1], [2, 4]])
    expect(accounts).toEqual({ rechazado: 3, 'por-preparar': 2 })
  })
})
