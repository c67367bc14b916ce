import { PERMISSION_KEYS, type Permission } from '@cuadre/api/permissions'

/** What permissions are about, `area.thing`, with the keys to see it, to change it, and for anything else. */
export type Thing = { id: string; area: string; read?: Permission; write?: Permission; others: Permission[] }
export type Area = { id: string; things: Thing[] }

const thingOf = (key: string) => key.slice(0, key.lastIndexOf('.'))

const actionOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)
const areaOf = (key: string) => key.slice(0, key.indexOf('.'))

function thing(id: string, keys: readonly Permission[]): Thing {
  const of = (action: string) => keys.find((key) => actionOf(key) === action)
  const [read, write] = [of('read'), of('write')]
  return {
    id,
    area: areaOf(id),
    ...(read && { read }),
    ...(write && { write }),
    others: keys.filter((key) => key !== read && key !== write),
  }
}

/** Every key of the contract once, in its order. */
export const AREAS: readonly Area[] = [...Map.groupBy(PERMISSION_KEYS, areaOf)].map(([id, keys]) => ({
  id,
  things: [...Map.groupBy(keys, thingOf)].map(([name, inside]) => thing(name, inside)),
}))

export const keysOfThing = ({ read, write, others }: Thing): Permission[] => [...(read ? [read] : []), ...(write ? [write] : []), ...others]
export const keysOfArea = ({ things }: Area): Permission[] => things.flatMap(keysOfThing)

export type Difference = { added: Permission[]; removed: Permission[] }
export const differenceOf = (before: ReadonlySet<string>, after: ReadonlySet<string>): Difference => ({
  added: PERMISSION_KEYS.filter((key) => after.has(key) && !before.has(key)),
  removed: PERMISSION_KEYS.filter((key) => before.has(key) && !after.has(key)),
})

/** One's own ticks over what somebody else has saved meanwhile. */
export const rebased = ({ added, removed }: Difference, theirs: readonly string[]): Set<string> =>
  new Set([...theirs.filter((key) => !(removed as string[]).includes(key)), ...added])

/** What must hold besides the key, as far as it follows from what the key is about. */
export function conditionsOf(key: string): ('scope' | 'period' | 'segregation' | 'owner')[] {
  const [area, thing, action] = key.split('.')
  const scoped = ['accounts', 'analysis', 'statistics'].includes(area!)
  const dated = key === 'accounts.balance.load' || (area === 'analysis' && !['read', 'make', 'draw'].includes(action!))
  return [
    ...(scoped ? (['scope'] as const) : []),
    ...(dated ? (['period'] as const) : []),
    ...(action === 'decide' && thing !== 'extension' ? (['segregation'] as const) : []),
    ...(key === 'analysis.item.submit' ? (['owner'] as const) : []),
  ]
}
