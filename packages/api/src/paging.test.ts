import { expect, test } from '@jest/globals'
import { z } from 'zod'
import type { listAccounts } from './account.ts'
import type { listConfig } from './config.ts'
import type { FilterKey, Input, Narrowing, SortKey } from './endpoint.ts'
import { openapi } from './openapi.ts'
import { paging } from './shapes.ts'

type Parameter = { name: string; schema: { enum?: string[] } }
const sortOf = (path: string) => {
  const { paths } = openapi() as { paths: Record<string, Record<string, { parameters: Parameter[] }>> }
  return paths[path]!.get!.parameters.find(({ name }) => name === 'sort')
}

test('the document names the keys of a list, up and down, and no order of a list that has none', () => {
  expect(sortOf('/calendar')?.schema.enum).toEqual(['PAIS', '-PAIS'])
  expect(sortOf('/account')?.schema.enum).toEqual(expect.arrayContaining(['CUENTA', '-CUENTA', 'SALDO', '-SALDO']))
  expect(sortOf('/config-enviroment')).toBeUndefined()
})

test('a key that is none of the list comes as far as the list, which refuses it by its name; what is no key does not', () => {
  const list = z.object(paging(10, { sort: ['CUENTA'] }))
  expect(['CUENTA', '-CUENTA', 'CUENTAS', 'cuenta', 'CUENTA desc', ''].map((sort) => list.safeParse({ sort }).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect([list.parse({}).limit, list.safeParse({ limit: 1000 }).success, list.safeParse({ limit: 1001 }).success]).toEqual([
    10,
    true,
    false,
  ])
})

test('what is looked for has one space between words, however it was pasted', () => {
  const list = z.object(paging(10))
  expect([' Rodrigo  Peña\n', 'Rodrigo\u00a0Peña', 'Rodri\u200bgo Pen\u0303a'].map((search) => list.parse({ search }).search)).toEqual(
    Array(3).fill('Rodrigo Peña'),
  )
})

test('a misspelt key does not compile', () => {
  const keys: SortKey<typeof listAccounts>[] = ['CUENTA', 'SALDO']
  // @ts-expect-error: CUENTAS is no key of the list
  keys.push('CUENTAS')
  // @ts-expect-error: a key has no sign
  keys.push('-CUENTA')
  const asked: Input<typeof listAccounts>[] = [{ query: { sort: 'CUENTA' } }, { query: { sort: '-SALDO' } }]
  // @ts-expect-error: -SALDOS is no key of the list
  asked.push({ query: { sort: '-SALDOS' } })
  const plain: Input<typeof listConfig>[] = [{ query: {} }]
  // @ts-expect-error: the list takes no order
  plain.push({ query: { sort: 'NOMBRE' } })
  expect([keys.length, asked.length, plain.length]).toEqual([4, 3, 2])
})

test('nor does a misspelt filter', () => {
  const names: FilterKey<typeof listAccounts>[] = ['businessId', 'riesgo']
  // @ts-expect-error: the list is not narrowed by businessID
  names.push('businessID')
  // @ts-expect-error: the order is no filter
  names.push('sort')
  const asked: Narrowing<typeof listAccounts>[] = [{ search: 'caja', businessId: 1 }]
  // @ts-expect-error: riesgos is none of its names
  asked.push({ riesgos: ['A'] })
  expect([names.length, asked.length]).toEqual([4, 2])
})
