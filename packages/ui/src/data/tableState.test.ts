import { describe, expect, test } from '@jest/globals'
import { pagesAround } from './Pager.tsx'
import { type TableDefaults, tableStateFromParams, toParams } from './tableState.ts'

const defaults: TableDefaults = { limit: 100, sort: 'nombre', filters: ['negocio', 'rol'] }
const read = (text: string) => tableStateFromParams(new URLSearchParams(text), defaults)

describe('a list in the address', () => {
  test('nothing said means the defaults', () => {
    expect(read('')).toEqual({ page: 1, limit: 100, sort: 'nombre', search: '', filters: {} })
  })
  test('everything said is kept on the way there and back', () => {
    const text = 'pagina=3&filas=25&orden=-saldo&buscar=caja+chica&negocio=1&negocio=2'
    const state = read(text)
    expect(state).toEqual({ page: 3, limit: 25, sort: '-saldo', search: 'caja chica', filters: { negocio: ['1', '2'] } })
    expect(toParams(state, defaults).toString()).toBe(text)
  })
  test('the defaults are not written, and what belongs to others stays', () => {
    expect(toParams(read('pagina=1&filas=100&orden=nombre'), defaults, new URLSearchParams('tab=auditores&rol=9')).toString()).toBe(
      'tab=auditores',
    )
  })
  test('a filter that comes to nothing is none, and of two values of one that takes one the first counts', () => {
    const usable = ({ filters }: { filters: Partial<Record<string, readonly string[]>> }) => ({
      negocio: Number(filters.negocio?.[0]) || undefined,
      riesgo: filters.riesgo?.filter((one) => one === 'A'),
      activa: filters.activa?.[0] === 'true',
    })
    const state = (text: string) =>
      tableStateFromParams(new URLSearchParams(text), { filters: ['negocio', 'riesgo', 'activa'], usable }).filters
    expect(state('negocio=abc&riesgo=Z')).toEqual({ activa: ['false'] })
    expect(state('negocio=1&negocio=2&riesgo=A&riesgo=Z&activa=true')).toEqual({ negocio: ['1'], riesgo: ['A'], activa: ['true'] })
  })
  test('a text that was pasted there is as long as one that is typed', () => {
    expect(read(`buscar=${'x'.repeat(300)}`).search.length).toBe(200)
  })
  test.each(['pagina=0', 'pagina=-1', 'pagina=x', 'pagina=99999999999'])('%s is page 1', (text) => {
    expect(read(text).page).toBe(1)
  })
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 10, [1, undefined, 4, 5, 6, undefined, 10]],
  [3, 10, [1, 2, 3, 4, undefined, 10]],
  [10, 10, [1, undefined, 9, 10]],
])('page %i of %i', (page, last, pages) => {
  expect(pagesAround(page, last)).toEqual(pages)
})
