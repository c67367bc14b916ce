import type { Me } from '@cuadre/api/session'
import { expect, test } from '@jest/globals'
import { mayOpen, permits } from './permissions.ts'

const can = permits(['admin.user.read', 'admin.country.read'])

test('one key, all of several, any of several', () => {
  expect([can('admin.user.read'), can('admin.user.write')]).toEqual([true, false])
  expect([can.all('admin.user.read', 'admin.country.read'), can.all('admin.user.read', 'admin.user.write')]).toEqual([true, false])
  expect([can.any('admin.user.write', 'admin.user.read'), can.any('admin.user.write', 'admin.role.write')]).toEqual([true, false])
  // Of an empty list all are held, and not any.
  expect([can.all(), can.any()]).toEqual([true, false])
})

const me = (role: number) =>
  ({ SPC_TIPO_USUARIOS: { COD_TIPO_USUARIO: role, TIPO_USUARIO: '' }, permissions: ['admin.user.read'] }) as unknown as Me
test.each([
  ['role and key allow', 3, { roles: [3, 6], permission: 'admin.user.read' }, true],
  ['the role does not', 1, { roles: [3, 6], permission: 'admin.user.read' }, false],
  ['the key is missing', 3, { roles: [3, 6], permission: 'admin.user.write' }, false],
  ['one of several keys is held', 3, { anyOf: ['admin.user.write', 'admin.user.read'] }, true],
  ['none of several keys is', 3, { permission: 'admin.user.read', anyOf: ['admin.user.write'] }, false],
  ['the list is empty: every signed-in user', 4, { roles: [] }, true],
  ['there is no list', 5, {}, true],
  ['the role comes as text', '3' as unknown as number, { roles: [3] }, true],
])('whether a page opens: %s', (_, role, page, expected) => {
  expect(mayOpen(me(role), page)).toBe(expected)
})
