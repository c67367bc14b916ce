import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>
const USUAL = sql`'{1,2,3,4,5}'::int[]`
const daysOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.working_days`)}, ${USUAL})`

/**
 * Working days of several countries together, of what is one for all of them (the close of a period, a forecast): a day is worked if one of them works. `from` is
 * to be joined, one row `w`; `between` counts as `workdays` (003-ledger.sql) does for one country: not the first day, but the last.
 * @param countries a select of the countries' ids; without any it is Monday to Friday
 */
export function commonDays(countries: Fragment) {
  const week = sql`(select coalesce(array_agg(distinct d.day), ${USUAL}) from (${countries}) n(country) left join calendar c on c.country_id = n.country cross join unnest(${daysOf('c')}) as d(day))`
  // Of all of them a holiday, or a day on which they do not work anyway.
  const off = sql`(select coalesce(array_agg(distinct h.day), '{}') from holiday h where h.country_id in (${countries})
      and not exists (select from (${countries}) n(country) left join calendar c on c.country_id = n.country
        where extract(isodow from h.day)::int = any(${daysOf('c')}) and not exists (select from holiday x where x.country_id = n.country and x.day = h.day)))`
  const until = (day: Fragment) =>
    sql`coalesce((select sum((${day} - date '1900-01-01' - k + 1) / 7) from unnest(w.week) k)::int - width_bucket(${day}, w.off), 0)`
  return {
    from: sql`(select o.week, coalesce((select array_agg(d order by d) from unnest(o.off) d where extract(isodow from d)::int = any(o.week)), '{}') as off
      from (select ${week} as week, ${off} as off) o offset 0) w`,
    between: (from: Fragment, to: Fragment) => sql`(${until(to)} - ${until(from)})`,
  }
}
