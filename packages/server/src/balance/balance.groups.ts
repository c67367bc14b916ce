import { sql } from 'kysely'
import { type Db, row, rows } from '../database/index.ts'

/** A row of a file. `chart` is whatever its code is read within (business and currency); separators of the code are points, none at its end. */
export type ChartRow = { position: number; chart: string; code: string; cents: bigint }
/** A row that is the sum of the rows right below it, and how many these are. */
export type Group = { position: number; rows: number }

type Node = ChartRow & {
  /** Of the rows right below it. */
  rows: number
  sum: bigint
  moved: boolean
  /** Its next level begins with a separator. */
  segmented: boolean
  repeated: boolean
}

/**
 * Finds the rows of a balance that are no accounts but sums of others. Rows are given in the order of chart and code (by bytes); what is
 * kept meanwhile is the branch that is being read.
 *
 * A row is a group where its amount is, to the cent, the sum of the rows right below it. A row that has others below and is not their sum
 * stays an account, and does not keep the row above it from being the sum of it. A single row below, or nothing but zeros, may be chance:
 * these count where the other rows of the chart that have rows below them are their sums too.
 */
export function groupFinder() {
  const found: Group[] = []
  const branch: Node[] = []
  let chart: string | undefined
  let perhaps: Group[] = []
  let sums = 0
  let others = 0

  function close({ position, cents, rows, sum, moved, repeated }: Node) {
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
    const sure = moved && rows > 1
    ;(sure ? found : perhaps).push({ position, rows })
  }
  function closeTo(row?: ChartRow) {
    while (branch.length > 0 && !(row && isAbove(branch.at(-1)!, row))) close(branch.pop()!)
  }
  function closeChart() {
    closeTo()
    if (sums > 0 && sums >= others) found.push(...perhaps)
    perhaps = []
    sums = 0
    others = 0
  }

  return {
    add(row: ChartRow) {
      if (row.chart !== chart) closeChart()
      chart = row.chart
      const before = branch.at(-1)
      const repeated = before?.code === row.code
      if (repeated) before.repeated = true
      closeTo(row)
      const above = branch.at(-1)
      if (above && row.code[above.code.length] === '.') above.segmented = true
      branch.push({ ...row, rows: 0, sum: 0n, moved: false, segmented: false, repeated })
    },
    end(): Group[] {
      closeChart()
      return found
    },
  }
}

const WORD_GOES_ON = /^\p{L}\p{L}$/u

/**
 * '11' is above '1105' and '1.1' above '1.1.01', but not above '1.10', which is another level of its own; nor is '1' above '10' where
 * '1.1' says how the chart goes down. '43' is above '430.00001'. A word has no levels.
 */
function isAbove({ code, segmented }: Node, { code: below }: ChartRow): boolean {
  if (below.length <= code.length || !below.startsWith(code)) return false
  const next = below[code.length]!
  if (next === '.') return true
  return !segmented && !code.includes('.') && !WORD_GOES_ON.test(code.at(-1)! + next)
}

const FETCH = 10_000

/** Marks the rows of load_read that are sums of others. They are read in the order of their codes, some thousand at a time. */
export async function markGroups(tx: Db, loadId: number, period: string) {
  // Of codes that all have one length none is above another.
  const several = await row(tx, sql`select from load_read having min(length(code)) < max(length(code))`)
  if (!several) return
  // An amount without a currency is in that of the business.
  await sql`declare load_chart no scroll cursor for select * from (
      select r.position, concat(n.business_id, '/', n.creates, '/', trim(coalesce(r.currency, b.currency))) as chart, rtrim(translate(r.code, '-/ ', '...'), '.') as code, r.amount::text
      from load_read r join load_business n on n.load_id = ${loadId} and n.key = r.business_key left join business b on b.id = n.business_id
      where not r.unreadable and n.reason is null and (r.period is null or r.period = ${period})) f order by chart, code collate "C"`.execute(
    tx,
  )
  const finder = groupFinder()
  for (;;) {
    const read = await rows(tx, sql<Omit<ChartRow, 'cents'> & { amount: string }>`fetch ${sql.lit(FETCH)} from load_chart`)
    for (const { amount, ...rest } of read) finder.add({ ...rest, cents: BigInt(amount.replace('.', '')) })
    if (read.length < FETCH) break
  }
  await sql`close load_chart`.execute(tx)
  const groups = finder.end()
  await sql`update load_read r set sum_of = g.rows from unnest(${groups.map((g) => g.position)}::int[], ${groups.map((g) => g.rows)}::int[]) as g (position, rows)
    where r.position = g.position`.execute(tx)
}
