import type { ChartRow } from '@cuadre/api/chart'
import { HEADING_LEVELS } from '@cuadre/api/heading'
import { bareCode, isChangedCode } from '@cuadre/tables/format/account-code'
import type { MessageKey } from '../../platform/messages/index.ts'

/** A line of a chart as in the file; `under` is the parent heading, and `business` the business, that it names itself; `error`: what a cell shows where its formula fails. */
export type Line = { row: number; code: string; name: string; under: string; currency: string; business: string; error: string }
export type Heading = { id: number; code: string | null; name: string; parentId: number | null }
export type Account = { id: number; code: string; name: string; headingId: number | null; heading: string | null }
type Reason = { code: MessageKey; params?: Record<string, string | number> }
/** The parent of a line: an existing heading, or one from the file. */
type Parent = { id: number | null; code: string | null; name: string; level: number }
export type ClassifiedLine = {
  line: Line
  parent: Parent | undefined
  class: ChartRow['CLASE']
  is?: { id: number; says: string }
  reason?: Reason
}

const MAX_LENGTH = { code: 40, account: 200, heading: 160 }
const normalized = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What makes a line unusable regardless of existing data. */
function problemOf(lines: readonly Line[], longestName: number): (line: Line) => Reason | undefined {
  const times = new Map<string, number>()
  for (const { code } of lines) times.set(normalized(code), (times.get(normalized(code)) ?? 0) + 1)
  return ({ code, name, currency, error }): Reason | undefined => {
    if (error) return { code: 'organisation_cell_error', params: { error } }
    if (!code) return { code: 'chart_no_code' }
    if (isChangedCode(code)) return { code: 'row_cuenta-cambiada' }
    if (code.length > MAX_LENGTH.code) return { code: 'chart_long_code', params: { max: MAX_LENGTH.code } }
    if (name.length < 2) return { code: 'chart_no_name' }
    if (name.length > longestName) return { code: 'chart_long_name', params: { max: longestName } }
    if (currency && !/^[A-Z]{3}$/.test(currency)) return { code: 'chart_currency', params: { value: currency.slice(0, 20) } }
    // It cannot be known which of them is meant.
    if (times.get(normalized(code))! > 1) return { code: 'chart_repeated' }
    return undefined
  }
}

/** Headings by code, and the heading with the longest code that is a prefix of another code. */
function byPrefix(headings: readonly Heading[]) {
  const byId = new Map(headings.map((heading) => [heading.id, heading]))
  const levelOf = (heading: Heading): number => (heading.parentId === null ? 1 : 1 + levelOf(byId.get(heading.parentId)!))
  const places = new Map(headings.map((h) => [h.id, { id: h.id, code: h.code, name: h.name, level: levelOf(h) }]))
  const coded = new Map<string, Parent>()
  for (const heading of headings) if (heading.code) coded.set(normalized(heading.code), places.get(heading.id)!)
  return {
    places,
    coded,
    /** `whole`: the heading's code may be equal. */
    over(code: string, whole: boolean): Parent | undefined {
      const text = normalized(code)
      for (let length = whole ? text.length : text.length - 1; length > 0; length--) {
        const parent = coded.get(text.slice(0, length))
        if (parent) return parent
      }
      return undefined
    },
  }
}
export const parentText = ({ code, name }: Parent) => (code ? `${code} ${name}` : name)

/**
 * Places each line under the heading whose code is a prefix of its own (as charts usually do), not deeper than the tree allows, and not
 * with the name of a sibling.
 */
export function classifyHeadings(lines: readonly Line[], headings: readonly Heading[]): ClassifiedLine[] {
  const { coded, places, over } = byPrefix(headings)
  const wrong = problemOf(lines, MAX_LENGTH.heading)
  const beside = (parent: Parent | undefined, name: string) => `${parent?.code ?? parent?.id ?? ''}|${normalized(name)}`
  const above = ({ parentId }: Heading) => (parentId === null ? undefined : places.get(parentId))
  const taken = new Set(headings.map((heading) => beside(above(heading), heading.name)))
  const there = new Map(headings.flatMap((heading) => (heading.code ? [[normalized(heading.code), heading]] : [])))
  const judged = new Map<Line, ClassifiedLine>()
  // Shorter codes first, so that lines below find their parents.
  for (const line of lines.toSorted((a, b) => a.code.length - b.code.length)) {
    const reason = wrong(line)
    const parent = over(line.code, false)
    const judge = (): ClassifiedLine => {
      if (reason) return { line, parent, class: 'rechazada', reason }
      const known = there.get(normalized(line.code))
      if (known?.name === line.name) return { line, parent: above(known), class: 'igual', is: { id: known.id, says: known.name } }
      const under = known ? above(known) : parent
      if (!known && (under?.level ?? 0) >= HEADING_LEVELS)
        return { line, parent, class: 'rechazada', reason: { code: 'heading_deep', params: { max: HEADING_LEVELS } } }
      if (taken.has(beside(under, line.name))) return { line, parent: under, class: 'rechazada', reason: { code: 'heading_exists' } }
      taken.add(beside(under, line.name))
      if (known) return { line, parent: under, class: 'distinta', is: { id: known.id, says: known.name } }
      coded.set(normalized(line.code), { id: null, code: line.code, name: line.name, level: (parent?.level ?? 0) + 1 })
      return { line, parent, class: 'nueva' }
    }
    judged.set(line, judge())
  }
  return lines.map((line) => judged.get(line)!)
}

/**
 * Places each line under the heading that it names by code or name, else under the one with the longest code that is a prefix of its own. `accounts`:
 * those of the business with these codes, or with codes that differ by zeros in front or capitals; `elsewhere`: what lines call other businesses.
 */
export function classifyAccounts(
  lines: readonly Line[],
  headings: readonly Heading[],
  accounts: readonly Account[],
  elsewhere: ReadonlySet<string> = new Set(),
): ClassifiedLine[] {
  const { coded, places, over } = byPrefix(headings)
  const byName = Map.groupBy(headings, ({ name }) => normalized(name))
  const ofOther = ({ business }: Line) => elsewhere.has(business)
  const wrong = problemOf(
    lines.filter((line) => !ofOther(line)),
    MAX_LENGTH.account,
  )
  const there = new Map(accounts.map((account) => [account.code, account]))
  const said = new Set(lines.map(({ code }) => code))
  /** A spreadsheet takes the zeros from codes: an account like this one, unless the file has that one too. */
  const alike = new Map(accounts.filter(({ code }) => !said.has(code)).map((account) => [bareCode(account.code), account]))
  const like = ({ code }: Line): Reason | undefined => {
    const other = there.has(code) ? undefined : alike.get(bareCode(code))?.code
    if (!other) return undefined
    return { code: other.toLowerCase() === code.toLowerCase() ? 'row_case' : 'row_zeros', params: { code, other } }
  }
  return lines.map((line): ClassifiedLine => {
    const named = line.under ? (coded.get(normalized(line.under)) ?? only(byName.get(normalized(line.under)), places)) : undefined
    const parent = line.under ? named : over(line.code, true)
    const reason: Reason | undefined = ofOther(line)
      ? { code: 'chart_other_business', params: { business: line.business.slice(0, 80) } }
      : (wrong(line) ??
        like(line) ??
        (line.under && !named ? { code: 'chart_heading', params: { heading: line.under.slice(0, 80) } } : undefined))
    if (reason) return { line, parent, class: 'rechazada', reason }
    const is = there.get(line.code)
    if (!is) return { line, parent, class: 'nueva' }
    const same = is.name === line.name && (!parent || parent.id === is.headingId)
    const says = [is.name, parent && parent.id !== is.headingId && (is.heading ?? '—')].filter(Boolean).join(' · ')
    return { line, parent, class: same ? 'igual' : 'distinta', is: { id: is.id, says } }
  })
}
const only = (found: readonly Heading[] | undefined, places: ReadonlyMap<number, Parent>) =>
  found?.length === 1 ? places.get(found[0]!.id) : undefined
