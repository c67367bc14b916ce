import type { Conversion } from '@cuadre/api/item'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { difference, differing, unexplained } from '../../workflow/analysis/measures.ts'
import * as item from './item.ts'

export type Rates = Pick<Conversion, 'MONEDA' | 'tasas'>

/** The closing rates of a period into the group's currency; undefined where the group has none. */
export async function ratesOf(db: Db, periodId: number): Promise<Rates | undefined> {
  const found = await rows(
    db,
    sql<{ target: string; currency: string | null; rate: string | null; day: string | null }>`
      select g.currency as target, r.currency, trim_scale(r.rate)::text as rate, to_char(r.rate_day, 'YYYY-MM-DD') as day
      from group_currency g left join exchange_rate r on r.target = g.currency and r.period_id = ${periodId} order by r.currency`,
  )
  if (!found[0]) return undefined
  const tasas = found.flatMap(({ currency, rate, day }) =>
    currency && rate && day ? [{ MONEDA: currency, TASA: rate, FECHA_TASA: day }] : [],
  )
  return { MONEDA: found[0].target, tasas }
}

/** What one unit of the currency is in the group's; null without a rate. */
export const rateOf = (currency: RawBuilder<unknown>, { MONEDA, tasas }: Rates) =>
  sql<string | null>`(case ${currency} when ${MONEDA}::text then 1::numeric ${sql.join(
    tasas.map((rate) => sql`when ${rate.MONEDA}::text then ${rate.TASA}::numeric`),
    sql` `,
  )} end)`

/** Sums of one currency each, in the group's: exact, rounded half up once; null without a rate. */
export const convert = async (db: Db, rates: Rates, sums: readonly { MONEDA: string; monto: string }[]) =>
  (
    await rows(
      db,
      sql<{ amount: string | null }>`select round(s.amount * ${rateOf(sql`s.currency`, rates)}, 2) as amount
        from unnest(${sums.map(({ MONEDA }) => MONEDA)}::text[], ${sums.map(({ monto }) => monto)}::numeric[]) with ordinality as s(currency, amount, place) order by s.place`,
    )
  ).map(({ amount }) => amount)

type LeftOut = { MONEDA: string; differing: number; difference: string; open: number; unexplained: string }
/** Items of a period in currencies without a rate: how many differ or are unexplained, and by how much. */
export const leftOut = (db: Db, caller: Caller, view: item.View, place: item.Place, periodId: number, rates: Rates) =>
  rows(
    db,
    sql<LeftOut>`select a.currency as "MONEDA", count(*) filter (where ${differing})::int as differing, coalesce(sum(${difference}) filter (where ${differing}), 0) as difference,
        count(*) filter (where ${unexplained} <> 0)::int as open, coalesce(sum(${unexplained}), 0) as unexplained
      from ${item.itemsWhere(view, sql`a.period_id = ${periodId} and ${item.placeCondition(caller, place, item.isGroup)} and ${rateOf(sql`a.currency`, rates)} is null`)}
      group by 1 order by 1`,
  )
