/**
 * Whose open analyses come too late at their own pace, and which accounts would come in time with somebody else. Working days are counted from
 * today (`nth`); whoever prepares `pace` a day has made floor(pace × nth) by the end of day nth. Nothing here depends on the order of rows.
 */
export type Load = ReadonlyMap<number, number>
export type Person = {
  id: number
  name: string
  /** null: nothing is known, nothing is suggested. */
  pace: number | null
  /** Open analyses by the day on which they are due. */
  load: Load
  /** May be given accounts: active, an analyst only, present until the deadline. */
  able: boolean
  /** Those of whose accounts they analyse some. */
  departments: ReadonlySet<number>
  businesses: ReadonlySet<number>
  /** Businesses that they may work for; undefined: any. */
  covers?: ReadonlySet<number> | undefined
}
/** An account whose analysis nobody has begun to sign. */
export type Movable = { account: number; analyst: number; department: number | null; business: number; nth: number }
export type Outlook = { nth: number | null; late: number }
export type Suggestion = {
  from: number
  to: number
  near: 'departamento' | 'negocio'
  accounts: number[]
  origin: { before: Outlook; after: Outlook }
  destination: { before: Outlook; after: Outlook }
}

/** What a person of a team can be asked to read. */
const MOST = { suggestions: 20, accounts: 200 }

export const capacity = (pace: number, nth: number) => (nth <= 0 ? 0 : Math.floor(pace * nth + 1e-9))
const size = (load: Load) => [...load.values()].reduce((sum, n) => sum + n, 0)

/** How many come after their deadline, working by deadline and leaving what is late to the end: no other order makes fewer late. */
export function lateOf(load: Load, pace: number): number {
  let made = 0
  let late = 0
  for (const [nth, n] of [...load].sort(([a], [b]) => a - b)) {
    const inTime = Math.min(n, Math.max(0, capacity(pace, nth) - made))
    made += inTime
    late += n - inTime
  }
  return late
}
export const outlook = (load: Load, pace: number): Outlook => {
  const open = size(load)
  return { nth: open === 0 ? null : Math.ceil(open / pace - 1e-9), late: lateOf(load, pace) }
}
const changed = (load: Load, nth: number, by: 1 | -1) => new Map(load).set(nth, (load.get(nth) ?? 0) + by)

type Known = Person & { pace: number }
const known = (person: Person): person is Known => person.pace !== null && person.pace > 0

/** What `to` takes from `from` without anything of theirs coming late for it, as long as it helps. */
function taken(from: Known, to: Known, accounts: readonly Movable[]) {
  let [mine, theirs] = [from.load, to.load]
  let late = lateOf(mine, from.pace)
  const limit = lateOf(theirs, to.pace)
  const chosen: Movable[] = []
  // Accounts due on the same day are alike until one more is taken.
  const refused = new Set<number>()
  for (const account of accounts) {
    if (late === 0 || chosen.length === MOST.accounts) break
    if (refused.has(account.nth)) continue
    const [less, more] = [changed(mine, account.nth, -1), changed(theirs, account.nth, 1)]
    if (lateOf(less, from.pace) >= late || lateOf(more, to.pace) > limit) {
      refused.add(account.nth)
      continue
    }
    refused.clear()
    mine = less
    theirs = more
    late -= 1
    chosen.push(account)
  }
  return { chosen, mine, theirs }
}

/**
 * The latest person first; to somebody of the same department, then of the same business; each time to whoever takes most, so that there are few
 * transfers. Returns them with the loads as they would be.
 */
export function suggest(people: readonly Person[], movables: readonly Movable[]): { suggestions: Suggestion[]; loads: Map<number, Load> } {
  const loads = new Map(people.map(({ id, load }) => [id, load]))
  const now = (person: Known): Known => ({ ...person, load: loads.get(person.id)! })
  // Of equally late people the first of the team goes first.
  const team = people.filter(known).sort((a, b) => a.id - b.id)
  const late = team
    .map((person) => ({ person, late: lateOf(person.load, person.pace) }))
    .filter((each) => each.late > 0)
    .sort((a, b) => b.late - a.late)
  const suggestions: Suggestion[] = []
  for (const { person } of late) {
    let left = movables.filter(({ analyst }) => analyst === person.id).sort((a, b) => a.nth - b.nth || a.account - b.account)
    for (const near of ['departamento', 'negocio'] as const) {
      const fits = (to: Known) => (account: Movable) =>
        (near === 'departamento'
          ? account.department !== null && to.departments.has(account.department)
          : to.businesses.has(account.business)) &&
        (to.covers === undefined || to.covers.has(account.business))
      while (suggestions.length < MOST.suggestions) {
        const from = now(person)
        const offers = team
          .filter((to) => to.able && to.id !== from.id)
          .map((other) => {
            const to = now(other)
            return { to, ...taken(from, to, left.filter(fits(to))) }
          })
        const best = offers.reduce<(typeof offers)[number] | undefined>(
          (most, offer) => (offer.chosen.length > (most?.chosen.length ?? 0) ? offer : most),
          undefined,
        )
        if (!best) break
        const { to, chosen, mine, theirs } = best
        suggestions.push({
          from: from.id,
          to: to.id,
          near,
          accounts: chosen.map(({ account }) => account),
          origin: { before: outlook(from.load, from.pace), after: outlook(mine, from.pace) },
          destination: { before: outlook(to.load, to.pace), after: outlook(theirs, to.pace) },
        })
        loads.set(from.id, mine)
        loads.set(to.id, theirs)
        left = left.filter((account) => !chosen.includes(account))
      }
    }
  }
  return { suggestions, loads }
}
