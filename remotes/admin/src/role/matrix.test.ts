import { PERMISSION_KEYS } from '@cuadre/api/permissions'
import { expect, test } from '@jest/globals'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { AREAS, conditionsOf, differenceOf, keysOfArea, rebased } from './matrix.ts'

test('the matrix holds every key of the contract once', () => {
  expect(AREAS.flatMap(keysOfArea).toSorted()).toEqual([...PERMISSION_KEYS].sort())
})

type Texts = { [key: string]: string | Texts }
const at = (texts: Texts, path: string) =>
  path.split('.').reduce<string | Texts | undefined>((found, name) => (typeof found === 'object' ? found[name] : undefined), texts)

test.each([
  ['es', es],
  ['en', en],
])('every key has a name and an explanation in %s, every thing and other action a word', (_, texts) => {
  const wanted = [
    ...PERMISSION_KEYS.flatMap((key) => [`permission.${key}.name`, `permission.${key}.hint`]),
    ...AREAS.flatMap(({ id, things }) => [
      `access.area.${id}`,
      ...things.flatMap((thing) => [`access.thing.${thing.id}`, ...thing.others.map((key) => `permission.${key}.short`)]),
    ]),
  ]
  expect(wanted.filter((path) => typeof at(texts as Texts, path) !== 'string')).toEqual([])
})

test('what somebody else saved meanwhile stays, and one’s own ticks stay over it', () => {
  const mine = differenceOf(new Set(['admin.user.read', 'admin.role.read']), new Set(['admin.user.read', 'admin.user.write']))
  expect(mine).toEqual({ added: ['admin.user.write'], removed: ['admin.role.read'] })
  expect([...rebased(mine, ['admin.role.read', 'admin.period.read'])]).toEqual(['admin.period.read', 'admin.user.write'])
})

test('besides the key: scope, an open period, another person', () => {
  expect(conditionsOf('analysis.control.decide')).toEqual(['scope', 'period', 'segregation'])
  expect(conditionsOf('admin.user.write')).toEqual([])
  expect(conditionsOf('analysis.item.submit')).toEqual(['scope', 'period', 'owner'])
})
