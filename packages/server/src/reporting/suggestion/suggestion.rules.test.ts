import { describe, expect, test } from '@jest/globals'
import { capacity, lateOf, type Movable, outlook, type Person, suggest } from './suggestion.rules.ts'

/** The same numbers on every run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const load = (...due: number[]) => {
  const found = new Map<number, number>()
  for (const nth of due) found.set(nth, (found.get(nth) ?? 0) + 1)
  return found
}
const dues = (of: Person['load']) => [...of].flatMap(([nth, n]) => Array<number>(n).fill(nth))

/** A second computation: every choice of what is made in time is tried, and lived through day by day. */
function lateByTrying(due: number[], pace: number): number {
  let best = due.length
  for (let mask = 0; mask < 2 ** due.length; mask++) {
    const chosen = due.filter((_, i) => mask & (1 << i)).sort((a, b) => a - b)
    let made = 0
    const inTime = chosen.every((nth) => {
      made += 1
      let days = 0
      let done = 0
      while (done < made && days < nth) {
        days += 1
        done = Math.floor(days * pace + 1e-9)
      }
      return done >= made
    })
    if (inTime) best = Math.min(best, due.length - chosen.length)
  }
  return best
}

describe('what comes too late', () => {
  test('is what no order of work could bring in time', () => {
    const next = random(7)
    for (let i = 0; i < 300; i++) {
      const due = Array.from({ length: next(9) }, () => next(7) - 1)
      const pace = (1 + next(12)) / 4
      expect([due, pace, lateOf(load(...due), pace)]).toEqual([due, pace, lateByTrying(due, pace)])
    }
  })

  test('on the day of the deadline, and after it, everything open is late', () => {
    expect(lateOf(load(0, 0, -3), 50)).toBe(3)
    expect([capacity(2.5, 2), capacity(2.5, 0), capacity(2.5, -1)]).toEqual([5, 0, 0])
    expect(outlook(load(4, 4, 4), 1)).toEqual({ nth: 3, late: 0 })
    expect(outlook(load(), 1)).toEqual({ nth: null, late: 0 })
  })
})

const person = (id: number, pace: number | null, due: number[], more: Partial<Person> = {}): Person => ({
  id,
  name: `Analista ${id}`,
  pace,
  load: load(...due),
  able: true,
  departments: new Set([1]),
  businesses: new Set([1]),
  ...more,
})
const account = (id: number, analyst: number, nth: number, department: number | null = 1, business = 1): Movable => ({
  account: id,
  analyst,
  department,
  business,
  nth,
})
const many = (n: number, analyst: number, nth: number, from = 100) => Array.from({ length: n }, (_, i) => account(from + i, analyst, nth))

describe('suggested transfers', () => {
  test('bring in time what is late, to whoever has room, and no more than that', () => {
    const people = [person(1, 2, Array(10).fill(3)), person(2, 2, [3, 3])]
    const { suggestions, loads } = suggest(people, many(10, 1, 3))
    expect(suggestions).toEqual([
      {
        from: 1,
        to: 2,
        near: 'departamento',
        accounts: [100, 101, 102, 103],
        origin: { before: { nth: 5, late: 4 }, after: { nth: 3, late: 0 } },
        destination: { before: { nth: 1, late: 0 }, after: { nth: 3, late: 0 } },
      },
    ])
    expect(dues(loads.get(2)!)).toHaveLength(6)
  })

  test('stay in the department where they can, and go to the business for the rest', () => {
    const people = [person(1, 1, Array(8).fill(2)), person(2, 1, [2]), person(3, 9, [], { departments: new Set([2]) })]
    const { suggestions } = suggest(people, many(8, 1, 2))
    expect(suggestions.map(({ to, near, accounts }) => [to, near, accounts.length])).toEqual([
      [2, 'departamento', 1],
      [3, 'negocio', 5],
    ])
  })

  test('never to somebody who may not, whose pace is unknown, or who is limited to other businesses', () => {
    const late = person(1, 1, Array(8).fill(2))
    const to = (more: Partial<Person>) => suggest([late, person(2, 9, [], more)], many(8, 1, 2)).suggestions
    expect(to({})).toHaveLength(1)
    expect(to({ able: false })).toEqual([])
    expect(to({ pace: null })).toEqual([])
    expect(to({ covers: new Set([2]) })).toEqual([])
    expect(to({ departments: new Set([2]), businesses: new Set([2]) })).toEqual([])
  })

  test('begin with whoever is latest, and with the first of the team among equals', () => {
    const taker = person(9, 1, [])
    const team = (...late: number[]) => [...late.map((n, i) => person(i + 1, 1, Array(3 + n).fill(3))), taker]
    const movables = [...many(7, 1, 3, 100), ...many(7, 2, 3, 200)]
    expect(suggest(team(2, 4), movables).suggestions.map(({ from, accounts }) => [from, accounts.length])).toEqual([[2, 3]])
    expect(suggest(team(4, 2), movables).suggestions.map(({ from, accounts }) => [from, accounts.length])).toEqual([[1, 3]])
    expect(suggest(team(4, 4).toReversed(), movables).suggestions.map(({ from }) => from)).toEqual([1])
  })

  test('are none of whoever does nothing, nor to them', () => {
    expect(suggest([person(1, 0, [3, 3]), person(2, 9, [])], many(2, 1, 3)).suggestions).toEqual([])
    expect(suggest([person(1, 1, Array(8).fill(2)), person(2, 0, [])], many(8, 1, 2)).suggestions).toEqual([])
  })

  test('are of two hundred accounts at the most, and twenty', () => {
    const large = suggest([person(1, 1, Array(251).fill(1)), person(2, 999, [])], many(251, 1, 1))
    expect(large.suggestions.map(({ accounts }) => accounts.length)).toEqual([200, 50])
    const takers = Array.from({ length: 25 }, (_, i) => person(i + 2, 1, []))
    expect(suggest([person(1, 1, Array(31).fill(1)), ...takers], many(31, 1, 1)).suggestions).toHaveLength(20)
  })

  test('of any teams: what they say is so, nobody else comes late, and nothing that would help is left', () => {
    const next = random(16)
    let made = 0
    for (let round = 0; round < 120; round++) {
      const people = Array.from({ length: 2 + next(5) }, (_, i) =>
        person(
          i + 1,
          next(8) === 0 ? null : (1 + next(8)) / 2,
          Array.from({ length: next(14) }, () => 1 + next(4)),
          { able: next(5) > 0, departments: new Set([1 + next(3)]), businesses: new Set([1 + next(2)]) },
        ),
      )
      let id = 0
      const movables = people.flatMap((each) =>
        dues(each.load)
          .filter(() => next(4) > 0)
          .map((nth) => account(++id, each.id, nth, next(6) === 0 ? null : 1 + next(3), 1 + next(2))),
      )
      const { suggestions } = suggest(people, movables)
      expect(suggest(people.toReversed(), movables.toReversed()).suggestions).toEqual(suggestions)
      // Lived through once more with plain lists.
      const now = new Map(people.map((each) => [each.id, dues(each.load)]))
      const late = (who: number) => {
        const { pace } = people[who - 1]!
        return pace === null ? 0 : lateOf(load(...now.get(who)!), pace)
      }
      const hand = (what: Movable, to: number) => {
        const mine = now.get(what.analyst)!
        mine.splice(mine.indexOf(what.nth), 1)
        now.get(to)!.push(what.nth)
      }
      const left = new Map(movables.map((each) => [each.account, each]))
      for (const { from, to, near, accounts, origin, destination } of suggestions) {
        made += 1
        expect([late(from), late(to)]).toEqual([origin.before.late, destination.before.late])
        for (const each of accounts) {
          const what = left.get(each)!
          const target = people[to - 1]!
          expect(what.analyst).toBe(from)
          expect(target.able).toBe(true)
          expect(near === 'departamento' ? target.departments.has(what.department!) : target.businesses.has(what.business)).toBe(true)
          hand(what, to)
          left.delete(each)
        }
        expect([late(from), late(to)]).toEqual([origin.after.late, destination.after.late])
        expect(origin.after.late).toBe(origin.before.late - accounts.length)
        expect(destination.after.late).toBe(destination.before.late)
      }
      if (suggestions.length === 20) continue
      for (const what of left.values())
        for (const to of people) {
          if (!to.able || to.pace === null || to.id === what.analyst || !to.businesses.has(what.business)) continue
          const before = [late(what.analyst), late(to.id)]
          if (before[0] === 0) continue
          hand(what, to.id)
          const helps = late(what.analyst) < before[0]! && late(to.id) === before[1]
          now.get(to.id)!.pop()
          now.get(what.analyst)!.push(what.nth)
          expect(helps).toBe(false)
        }
    }
    expect(made).toBeGreaterThan(30)
  })
})
