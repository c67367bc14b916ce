import type { TotalRow } from '@cuadre/tables'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { cents, fromCents } from '../../platform/money.ts'

/** The total that a file itself states, and the row that states it. */
export type Control = { valor: string; fila: number }

/**
 * Of the rows of totals, the one of the whole file: the last that calls itself so, or the last if it is what the others add up to. Otherwise
 * they are the totals of its parts, and together make that of the file.
 */
export function controlOf(totals: readonly TotalRow[]): Control | null {
  const last = totals.at(-1)
  if (!last) return null
  const parts = totals.slice(0, -1).filter(({ general }) => !general)
  const sum = (of: readonly TotalRow[]) => of.reduce((total, { total: each }) => total + cents(each), 0n)
  const general = totals.findLast((each) => each.general)
  // 'Total' alone may also stand under each part.
  const alike = totals.length > 1 && totals.every((each) => each.general)
  if (general && !alike) return { valor: general.total, fila: general.number }
  if (totals.length === 1 || cents(last.total) === sum(alike ? totals.slice(0, -1) : parts)) return { valor: last.total, fila: last.number }
  return { valor: fromCents(sum(totals)), fila: last.number }
}

/** A staged row with a code of its own whose name is that of a sum ('99999;TOTAL;…'). */
export type NamedSum = { position: number; number: number; total: string; sum: 'file' | 'part' }

/**
 * Takes those of load_read that are sums and no accounts: no account has their code, and they are called the total of everything, or are to
 * the cent what stands above them since the one before, or altogether. What is called 'Total' and is an account is kept as one.
 * @returns the totals, and how many staged rows they were
 */
export async function takeSums(tx: Db, named: readonly NamedSum[]): Promise<{ totals: TotalRow[]; rows: number }> {
  if (named.length === 0) return { totals: [], rows: 0 }
  const column = <K extends keyof NamedSum>(key: K) => named.map((each) => each[key])
  const taken = await rows(
    tx,
    sql<{ position: number }>`with running as (select r.position, r.code, r.amount, s.sum,
        sum(r.amount) filter (where s.sum is null) over before as total, count(*) filter (where s.sum is null) over before as rows
        from load_read r left join unnest(${column('position')}::int[], ${column('sum')}::text[]) as s (position, sum) using (position)
        window before as (order by r.position)),
      parts as (select *, total - lag(total, 1, 0) over (order by position) as part from running where sum is not null),
      found as (select p.position from parts p where not exists (select from account c where c.code = p.code)
        and (p.sum = 'file' or (p.rows > 1 and p.amount in (p.total, p.part))))
      delete from load_read r using found f where r.position = f.position returning r.position`,
  )
  const positions = new Set(taken.map(({ position }) => position))
  const byNumber = Map.groupBy(
    named.filter(({ position }) => positions.has(position)),
    ({ number }) => number,
  )
  // Beside each other, the balances of several businesses stand in one row.
  const totals = [...byNumber].map(([number, parts]) => ({
    number,
    total: fromCents(parts.reduce((all, { total }) => all + cents(total), 0n)),
    general: parts[0]!.sum === 'file',
  }))
  return { totals, rows: positions.size }
}
