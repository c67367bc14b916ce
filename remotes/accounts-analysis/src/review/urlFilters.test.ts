import { describe, expect, test } from '@jest/globals'
import { filterCount, filtersFromUrl, queryOf, toParams } from './urlFilters.ts'

const from = (text: string) => filtersFromUrl(new URLSearchParams(text))

describe('the address of the review', () => {
  test('without anything asked: what waits, the riskiest first', () => {
    expect(from('')).toMatchObject({ box: 'por_decidir', order: 'riesgo', materiality: [], search: '', item: undefined })
  })
  test('a figure of a home opens the list that it counts', () => {
    const asked = from('periodo=10&bandeja=atrasados&analista=7')
    expect(queryOf(asked, asked.period)).toMatchObject({ periodId: 10, bandeja: 'atrasados', analystId: 7 })
    expect(filterCount(asked)).toBe(1)
  })
  test('what is no id or no list is not taken over', () => {
    expect(from('periodo=x&analisis=-1&bandeja=borrar&orden=1')).toMatchObject({
      period: undefined,
      item: undefined,
      box: 'por_decidir',
      order: 'riesgo',
    })
  })
  test('a change of the list forgets the item, a chosen item keeps the list', () => {
    const before = new URLSearchParams('bandeja=decididos&analisis=5&materialidad=critica&otro=1')
    expect(toParams(before, { search: 'caja' }).toString()).toBe('bandeja=decididos&otro=1&buscar=caja&materialidad=critica')
    expect(filtersFromUrl(toParams(before, { item: 6 }))).toMatchObject({ box: 'decididos', materiality: ['critica'], item: 6 })
  })
  test('marked movements are asked for by kind, of groups too, which have those of their members', () => {
    const asked = from('movimiento=silencio&movimiento=alto&movimiento=raro')
    expect(queryOf(asked, 10).movimiento).toEqual(['alto', 'silencio'])
    expect(filterCount(asked)).toBe(1)
    expect(toParams(new URLSearchParams(), { movement: ['bajo'] }).toString()).toBe('movimiento=bajo')
    expect(queryOf(from('tipo=agrupado&movimiento=alto'), 10).movimiento).toEqual(['alto'])
    expect(toParams(new URLSearchParams('movimiento=alto'), { kind: 'agrupado' }).toString()).toBe('tipo=agrupado&movimiento=alto')
  })
  test('defaults are not written', () => {
    expect(toParams(new URLSearchParams('bandeja=decididos&orden=saldo'), { box: 'por_decidir', order: 'riesgo' }).toString()).toBe('')
  })
})
