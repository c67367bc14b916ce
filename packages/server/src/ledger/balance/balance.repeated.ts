import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import type { Target } from './balance.target.ts'

/**
 * Rows of the same account add up to one, as a person said of this layout, and it keeps of how many. Where a row of an account could not be
 * read, its sum would lack it: the account is refused as a whole.
 */
export async function addUpRows(tx: Db, { loadId, period }: Target) {
  await sql`with same as (
      select coalesce(n.business_id, -n.creates) as place, r.code, min(r.position) filter (where not r.unreadable) as position,
        count(*) filter (where not r.unreadable)::int as n, sum(r.amount) as amount, min(r.currency) as currency, bool_or(r.unreadable) as lacks
      from load_read r join load_business n on n.load_id = ${loadId} and n.key = r.business_key left join business b on b.id = n.business_id
      where n.reason is null and r.code is not null and (r.period is null or r.period = ${period})
      group by 1, 2 having count(*) > 1 and count(distinct coalesce(r.currency, b.currency)) filter (where not r.unreadable) <= 1),
    gone as (delete from load_read r using same s, load_business n where n.load_id = ${loadId} and n.key = r.business_key
      and s.place = coalesce(n.business_id, -n.creates) and s.code = r.code and r.position <> s.position and not r.unreadable
      and (r.period is null or r.period = ${period}))
    update load_read r set amount = case when abs(s.amount) < 1e18 then s.amount end, made_of = s.n, currency = s.currency, unreadable = s.lacks or abs(s.amount) >= 1e18,
      reason = case when s.lacks then 'row_sum_incomplete' when abs(s.amount) >= 1e18 then 'row_amount_range' end,
      params = case when s.lacks or abs(s.amount) >= 1e18 then '{}'::jsonb end, value = case when s.lacks then r.code end
    from same s where r.position = s.position`.execute(tx)
}
