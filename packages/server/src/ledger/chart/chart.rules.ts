import type { ChartRow } from '@cuadre/api/chart'
import { HEADING_LEVELS } from '@cuadre/api/heading'
import { isChangedCode } from '@cuadre/tables/format/account-code'
import type { MessageKey } from '../../platform/messages/index.ts'

/** A line of a chart as in the file; `under` is the parent heading that it names itself. */
export type Line = { row: number; code: string; name: string; under: string; currency: string }
export type Heading = { id: number; code: string | null; name: string; parentId: number | null }
export type Account = { id: number; code: string; name: string; headingId: number | null; heading: string | null }
type Reason = { code: MessageKey; params?: Record<string, string | number> }
/** The parent of a line: an existing heading, or one from the file. */
type Place = { id: number | null; code: string | null; name: string; level: number }
export type Judged = { line: Line; place: Place | undefined; class: ChartRow['CLASE']; is?: { id: number; says: string }; reason?: Reason }

const LONGEST = { code: 40, account: 200, heading: 160 }
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What makes a line unusable regardless of existing data. */
function unusable(lines: readonly Line[], longestName: number): (line: Line) => Reason | undefined {
  const times = new Map<string, number>()
  for (const { code } of lines) times.set(plain(code), (times.get(plain(code)) ?? 0) + 1)
  return ({ code, name, currency }): Reason | undefined => {
    if (!code) return { code: 'chart_no_code' }
    if (isChangedCode(code)) return { code: 'row_cuenta-cambiada' }
    if (code.length > LONGEST.code) return { code: 'chart_long_code', params: { max: LONGEST.code } }
    if (name.length < 2) return { code: 'chart_no_name' }
    if (name.length > longestName) return { code: 'chart_long_name', params: { max: longestName } }
    if (currency && !/^[A-Z]{3}$/.test(currency)) return { code: 'chart_currency', params: { value: currency.slice(0, 20) } }
    // It cannot be known which of them is meant.
    if (times.get(plain(code))! > 1) return { code: 'chart_repeated' }
    return undefined
  }
}

/** Headings by code, and the heading with the longest code that is a prefix of another code. */
function byPrefix(headings: readonly Heading[]) {
  const byId = new Map(headings.map((heading) => [heading.id, heading]))
  const levelOf = (heading: Heading): number => (heading.parentId === null ? 1 : 1 + levelOf(byId.get(heading.parentId)!))
  const places = new Map(headings.map((h) => [h.id, { id: h.id, code: h.code, name: h.name, level: levelOf(h) }]))
  const coded = new Map<string, Place>()
  for (const heading of headings) if (heading.code) coded.set(plain(heading.code), places.get(heading.id)!)
  return {
    places,
    coded,
    /** `whole`: the heading's code may be equal. */
    over(code: string, whole: boolean): Place | undefined {
      const text = plain(code)
      for (let length = whole ? text.length : text.length - 1; length > 0; length--) {
        const place = coded.get(text.slice(0, length))
        if (place) return place
      }
      return undefined
    },
  }
}
export const placeText = ({ code, name }: Place) => (code ? `${code} ${name}` : name)

/**
 * Places each line under the heading whose code is a prefix of its own (as charts usually do), not deeper than the tree allows, and not
 * with the name of a sibling.
 */
export function judgeHeadings(lines: readonly Line[], headings: readonly Heading[]): Judged[] {
  const { coded, places, over } = byPrefix(headings)
  const wrong = unusable(lines, LONGEST.heading)
  const beside = (place: Place | undefined, name: string) => `${place?.code ?? place?.id ?? ''}|${plain(name)}`
  const above = ({ parentId }: Heading) => (parentId === null ? undefined : places.get(parentId))
  const taken = new Set(headings.map((heading) => beside(above(heading), heading.name)))
  const there = new Map(headings.flatMap((heading) => (heading.code ? [[plain(heading.code), heading]] : [])))
  const judged = new Map<Line, Judged>()
  // Shorter codes first, so that lines below find their parents.
  for (const line of lines.toSorted((a, b) => a.code.length - b.code.length)) {
    const reason = wrong(line)
    const place = over(line.code, false)
    const judge = (): Judged => {
      if (reason) return { line, place, class: 'rechazada', reason }
      const known = there.get(plain(line.code))
      if (known?.name === line.name) return { line, place: above(known), class: 'igual', is: { id: known.id, says: known.name } }
      const under = known ? above(known) : place
      if (!known && (under?.level ?? 0) >= HEADING_LEVELS)
        return { line, place, class: 'rechazada', reason: { code: 'heading_deep', params: { max: HEADING_LEVELS } } }
      if (taken.has(beside(under, line.name))) return { line, place: under, class: 'rechazada', reason: { code: 'heading_exists' } }
      taken.add(beside(under, line.name))
      if (known) return { line, place: under, class: 'distinta', is: { id: known.id, says: known.name } }
      coded.set(plain(line.code), { id: null, code: line.code, name: line.name, level: (place?.level ?? 0) + 1 })
      return { line, place, class: 'nueva' }
    }
    judged.set(line, judge())
  }
  return lines.map((line) => judged.get(line)!)
}

/**
 * Places each line under the heading that it names by code or name, else under the one with the longest code that is a prefix of its own.
 */
export function judgeAccounts(lines: readonly Line[], headings: readonly Heading[], accounts: readonly Account[]): Judged[] {
  const { coded, places, over } = byPrefix(headings)
  const named = Map.groupBy(headings, ({ name }) => plain(name))
  const wrong = unusable(lines, LONGEST.account)
  const there = new Map(accounts.map((account) => [account.code, account]))
  return lines.map((line): Judged => {
    const said = line.under ? (coded.get(plain(line.under)) ?? only(named.get(plain(line.under)), places)) : undefined
    const place = line.under ? said : over(line.code, true)
    const reason =
      wrong(line) ?? (line.under && !said ? { code: 'chart_heading', params: { heading: line.under.slice(0, 80) } } : undefined)
    if (reason) return { line, place, class: 'rechazada', reason }
    const is = there.get(line.code)
    if (!is) return { line, place, class: 'nueva' }
    const same = is.name === line.name && (!place || place.id === is.headingId)
    const says = [is.name, place && place.id !== is.headingId && (is.heading ?? '—')].filter(Boolean).join(' · ')
    return { line, place, class: same ? 'igual' : 'distinta', is: { id: is.id, says } }
  })
}
const only = (found: readonly Heading[] | undefined, places: ReadonlyMap<number, Place>) =>
  found?.length === 1 ? places.get(found[0]!.id) : undefined
