import { ROLE } from '@cuadre/api/roles'
import { expect, test } from '@jest/globals'
import { type Facts, outcomeOf } from './role.rules.ts'

const KEY = 'admin.user.write'
const { analista, control } = ROLE
const holder = { rolId: control, keys: [KEY] }
const other = { rolId: analista, keys: ['accounts.account.read'] }
const granted = { concedido: true } as Facts['exception']
const taken = { concedido: false } as Facts['exception']

test.each([
  ['with the key in the active role', { activeRoleId: control, roles: [holder, other] }, 'puede', 'rol', [control]],
  ['with the key in another of their roles', { activeRoleId: analista, roles: [holder, other] }, 'con_otro_rol', 'rol', [control]],
  ['with it in none', { activeRoleId: analista, roles: [other] }, 'no_puede', 'rol', []],
  ['without roles', { activeRoleId: analista, roles: [] }, 'no_puede', 'rol', []],
  ['by exception, without the key', { activeRoleId: analista, roles: [other], exception: granted }, 'puede', 'excepcion', []],
  ['not by exception, with the key', { activeRoleId: control, roles: [holder], exception: taken }, 'no_puede', 'excepcion', [control]],
  [
    'inactive, whatever they hold',
    { active: false, activeRoleId: control, roles: [holder], exception: granted },
    'no_puede',
    'inactivo',
    [control],
  ],
] as const)('whoever is %s', (_, facts: Partial<Facts>, RESULTADO, CAUSA, roles) => {
  expect(outcomeOf(KEY, { active: true, activeRoleId: analista, roles: [], exception: null, ...facts })).toEqual({
    RESULTADO,
    CAUSA,
    roles,
  })
})
