import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Locale } from '../../platform/http/context.ts'
import type { Params } from '../../platform/messages/index.ts'
import { amountText } from '../../platform/money.ts'

type Large = { id: number; difference: string; amount: string; percent: string; base: 'MONTO' | 'PORCENTAJE' | 'AMBOS_Y' | 'AMBOS_O' }

/** The amount of the threshold `t` for an account of this risk. */
export const limitOf = (risk: RawBuilder<unknown>) =>
  sql`round(t.amount * case ${risk} when 'A' then t.factor_a when 'B' then t.factor_b else t.factor_m end, 2)`

/**
 * The differences (balance − supported value) that are above their threshold, as a movement is material: these need an explanation. Of each
 * the figures of its sentence, by id.
 */
export async function largeDifferences(
  db: Db,
  locale: Locale,
  supported: readonly { id: number; value: string }[],
): Promise<Map<number, Params>> {
  const found = await rows(
    db,
    sql<Large>`select a.id, (a.balance - v.value)::text as difference, ${limitOf(sql`a.risk`)}::text as amount, t.percent::text as percent, t.base
      from jsonb_to_recordset(${JSON.stringify(supported.map(({ id, value }) => ({ id, value })))}::jsonb) as v(id int, value numeric)
      join analysis a on a.id = v.id join period p on p.id = a.period_id
      cross join lateral threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t
      where v.value <> a.balance and materiality(v.value, a.balance, t, a.risk) in ('material', 'critica')`,
  )
  return new Map(found.map((one) => [one.id, { difference: amountText(one.difference, locale), threshold: thresholdText(one, locale) }]))
}

/** 1.000,00 y 10 %, los dos a la vez */
function thresholdText({ amount, percent, base }: Large, locale: Locale): string {
  const figures = [amountText(amount, locale), `${amountText(percent, locale).replace(/[,.]00$/, '')} %`] as const
  const words = { es: { and: ' y ', or: ' o ', both: ', los dos a la vez' }, en: { and: ' and ', or: ' or ', both: ', both at once' } }[
    locale
  ]
  if (base === 'MONTO') return figures[0]
  if (base === 'PORCENTAJE') return figures[1]
  return base === 'AMBOS_Y' ? figures.join(words.and) + words.both : figures.join(words.or)
}
