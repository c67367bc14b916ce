import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { paddedLevels } from './balance.levels.ts'

/** A row of the balance of one business in one currency. Separators in the code are points, none at its end. */
type ChartRow = { position: number; code: string; cents: bigint }
/** A row that is the sum of the rows directly below it, and the number of those. */
type Group = { position: number; rows: number }

type Node = ChartRow & {
  /** Directly below it. */
  rows: number
  sum: bigint
  moved: boolean
  /** Its next level begins with a separator. */
  segmented: boolean
  repeated: boolean
}

/**
 * Finds rows that are not accounts but sums: the amount is, to the cent, the sum of the rows directly below. A row with others below that
 * is not their sum remains an account, and does not keep the row above from being a sum. With one row below, or only zeros, this may be
 * chance: they count only if most rows with others below are their sums. Repeated codes are ambiguous and left out.
 */
export function groupsOf(chart: readonly ChartRow[]): Group[] {
  const ways = paddedLevels(chart.map(({ code }) => code))
  if (ways.length === 0) return sumsOf(chart).groups
  // Of the possible readings of padded codes, the one by which most rows are sums is right.
  const tried = chart.length > MAX_ROWS_TRIED ? chart.toSorted(byCode).slice(0, MAX_ROWS_TRIED) : chart
  const best = ways.reduce(
    (best, levels) => {
      const { sums } = sumsOf(tried.map((row) => ({ ...row, code: levels(row.code) })))
      return sums > best.sums ? { sums, levels } : best
    },
    { sums: 0, levels: (code: string) => code },
  )
  return sumsOf(chart.map((row) => ({ ...row, code: best.levels(row.code) }))).groups
}
/** Rows enough to decide how codes are read. */
const MAX_ROWS_TRIED = 5000

function sumsOf(chart: readonly ChartRow[]): { groups: Group[]; sums: number } {
  const sure: Group[] = []
  const perhaps: Group[] = []
  let sums = 0
  let others = 0
  const branch: Node[] = []

  const close = ({ position, cents, rows, sum, moved, repeated }: Node) => {
    const above = branch.at(-1)
    if (above) {
      above.rows++
      above.sum += cents
      above.moved ||= cents !== 0n
    }
    if (rows === 0 || repeated) return
    if (cents !== sum) {
      others++
      return
    }
    if (moved) sums++
    ;(moved && rows > 1 ? sure : perhaps).push({ position, rows })
  }

  for (const row of chart.toSorted(byCode)) {
    const before = branch.at(-1)
    const repeated = before?.code === row.code
    if (repeated) before.repeated = true
    while (branch.length > 0 && !isAbove(branch.at(-1)!, row)) close(branch.pop()!)
    const above = branch.at(-1)
    if (above && row.code[above.code.length] === '.') above.segmented = true
    branch.push({ ...row, rows: 0, sum: 0n, moved: false, segmented: false, repeated })
  }
  while (branch.length > 0) close(branch.pop()!)
  return { groups: sums > 0 && sums >= others ? [...sure, ...perhaps] : sure, sums }
}

/** Codes below another follow it directly, and a point sorts before any digit. */
const byCode = (a: ChartRow, b: ChartRow) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
const WORD_GOES_ON = /^\p{L}\p{L}$/u

/**
 * '11' is above '1105', and '1.1' above '1.1.01' but not above its sibling '1.10'; nor is '1' above '10' if '1.1' shows that levels have
 * separators. '43' is above '430.00001'. Words have no levels.
 */
function isAbove({ code, segmented }: Node, { code: below }: ChartRow): boolean {
  if (below.length <= code.length || !below.startsWith(code)) return false
  const next = below[code.length]!
  if (next === '.') return true
  return !segmented && !code.includes('.') && !WORD_GOES_ON.test(code.at(-1)! + next)
}

/**
 * Maximum rows of one business and currency in which sums are looked for: no chart of accounts has as many, and sorting more would block
 * other requests.
 */
const MAX_ROWS = 100_000

/** Marks the rows of load_read that are sums of others. Rows of another period or without a business are ignored. */
export async function markGroups(tx: Db, loadId: number, period: string) {
  // If all codes have the same length and hardly any is padded with zeros, as in many files, none is above another and nothing needs to be
  // read.
  const maybe = sql`select from load_read having min(length(code)) < max(length(code)) or count(*) filter (where code ~ '(00.?|[-./ ]0+([-./ ].)?)$') * 10 >= count(*)`
  if (!(await row(tx, maybe))) return
  // An amount without a currency is in the business's currency.
  const charts = await rows(
    tx,
    sql<{ positions: string; codes: string; amounts: string }>`
      select string_agg(r.position::text, ' ') as positions, string_agg(rtrim(translate(r.code, E'-/ \n', '....'), '.'), E'\n') as codes, string_agg(r.amount::text, ' ') as amounts
      from load_read r join load_business n on n.load_id = ${loadId} and n.key = r.business_key left join business b on b.id = n.business_id
      where not r.unreadable and n.reason is null and (r.period is null or r.period = ${period})
      group by n.business_id, n.creates, coalesce(r.currency, b.currency) having count(*) <= ${MAX_ROWS}`,
  )
  const groups: Group[] = []
  for (const { positions, codes, amounts } of charts) {
    const position = positions.split(' ')
    const amount = amounts.replaceAll('.', '').split(' ')
    const chart = codes.split('\n').map((code, at) => ({ position: Number(position[at]), code, cents: BigInt(amount[at]!) }))
    for (const group of groupsOf(chart)) groups.push(group)
    // Lets other requests run between two businesses.
    await setImmediate()
  }
  if (groups.length === 0) return
  await sql`update load_read r set sum_of = g.rows from unnest(${groups.map((g) => g.position)}::int[], ${groups.map((g) => g.rows)}::int[]) as g (position, rows)
    where r.position = g.position`.execute(tx)
}
