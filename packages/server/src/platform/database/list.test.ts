import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { NamedError } from '../errors.ts'
import { type Sortable, sortedBy } from './list.ts'

type Key = 'CUENTA' | 'SALDO'

test('a list has an expression for each key of the contract and for no other', () => {
  const both: Sortable<Key> = { CUENTA: sql`c.code`, SALDO: sql`b.amount` }
  // @ts-expect-error: nothing orders by SALDO
  const fewer: Sortable<Key> = { CUENTA: sql`c.code` }
  // @ts-expect-error: CUENTAS is no key of the contract
  const more: Sortable<Key> = { CUENTA: sql`c.code`, SALDO: sql`b.amount`, CUENTAS: sql`c.code` }
  // @ts-expect-error: a list without keys has no expression
  const none: Sortable<never> = { CUENTA: sql`c.code` }
  // @ts-expect-error: keys that are any text say nothing
  const any: Sortable<string> = { CUENTA: sql`c.code` }
  expect([both, fewer, more, none, any].map((of) => Object.keys(of).length)).toEqual([2, 1, 3, 1, 1])
})

test('a key that the list does not have is refused by its name', () => {
  const sortable: Sortable<Key> = { CUENTA: sql`c.code`, SALDO: sql`b.amount` }
  expect(sortedBy<Key>(undefined, sortable)).toBeUndefined()
  expect(() => sortedBy<Key>('-CUENTA', sortable)).not.toThrow()
  // As it comes from outside.
  const asked = '-PASSWORD_HASH' as Key
  let thrown: unknown
  try {
    sortedBy<Key>(asked, sortable)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(NamedError)
  expect(thrown).toMatchObject({ status: 422, code: 'sort_unknown', issues: [{ path: 'sort', params: { sort: 'PASSWORD_HASH' } }] })
})
