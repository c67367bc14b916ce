import type { Parsed } from '@cuadre/api/endpoint'
import type { createExchangeRate, ExchangeRate, GroupCurrency, listExchangeRates } from '@cuadre/api/exchange-rate'
import { sql } from 'kysely'
import { periodStatus } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'

const columns = sql`r.id as "ID", r.period_id as "COD_PERIODO", p.name as "PERIODO", p.status_id = ${periodStatus.cerrado} as "CERRADO", r.currency as "MONEDA",
  r.target as "MONEDA_GRUPO", trim_scale(r.rate)::text as "TASA", to_char(r.rate_day, 'YYYY-MM-DD') as "FECHA_TASA", u.name as "POR", r.saved_at as "FECHA", r.revision as "REVISION"`
const from = sql`exchange_rate r join period p on p.id = r.period_id join app_user u on u.id = r.saved_by`
const current = sql`r.target = (select currency from group_currency)`

export const list = (db: Db, query: Parsed<typeof listExchangeRates>['query']) =>
  page<ExchangeRate, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      current,
      contains(sql`plain(p.name || ' ' || r.currency)`, query.search),
      query.periodo && query.periodo.length > 0 && sql`p.name = any(${query.periodo}::text[])`,
      query.moneda && query.moneda.length > 0 && sql`r.currency = any(${query.moneda}::text[])`,
    ),
    sortable: { PERIODO: sql`p.name`, MONEDA: sql`r.currency`, TASA: sql`r.rate`, FECHA_TASA: sql`r.rate_day`, FECHA: sql`r.saved_at` },
    by: sql`p.name desc, r.currency`,
    id: sql`r.id`,
  })
export const find = (db: Db, id: number) => row(db, sql<ExchangeRate>`select ${columns} from ${from} where r.id = ${id}`)
export const ofYear = (db: Db, year: number) =>
  rows(db, sql<ExchangeRate>`select ${columns} from ${from} where ${current} and left(p.name, 4) = ${String(year)} order by r.currency`)
export const ofPeriods = (db: Db, periods: readonly number[]) =>
  rows(db, sql<ExchangeRate>`select ${columns} from ${from} where ${current} and r.period_id = any(${periods}::int[])`)

type Period = { id: number; name: string; closed: boolean }
export const periods = (db: Db) =>
  rows(db, sql<Period>`select id, name, status_id = ${periodStatus.cerrado} as closed from period order by name desc`)
/** In which currencies a period has analyses, the group's own left out. */
export const inUse = (db: Db, year: number) =>
  rows(
    db,
    sql<{
      period: number
      currency: string
    }>`select distinct a.period_id as period, a.currency from analysis a join period p on p.id = a.period_id
      where left(p.name, 4) = ${String(year)} and a.currency is distinct from (select currency from group_currency) order by a.currency`,
  )

export const groupCurrency = async (db: Db): Promise<GroupCurrency> =>
  (await row(
    db,
    sql<GroupCurrency>`select g.currency as "MONEDA", (select count(*)::int from exchange_rate r where r.target = g.currency) as "TASAS", g.reason as "MOTIVO", u.name as "POR",
      g.saved_at as "FECHA", g.revision as "REVISION" from group_currency g join app_user u on u.id = g.saved_by`,
  )) ?? { MONEDA: null, TASAS: 0, MOTIVO: null, POR: null, FECHA: null, REVISION: 1 }
/** One change of rates at a time: what an import did is what was looked at. */
export const lock = (tx: Db) => sql`lock table exchange_rate in share row exclusive mode`.execute(tx)
export const saveGroup = (tx: Db, currency: string, reason: string, userId: number) =>
  sql`insert into group_currency (currency, reason, saved_by) values (${currency}, ${reason}, ${userId})
    on conflict (one) do update set currency = excluded.currency, reason = excluded.reason, saved_by = excluded.saved_by, saved_at = now(),
      revision = group_currency.revision + 1`.execute(tx)

/** Held open or closed until the transaction ends. */
export const period = (tx: Db, id: number) =>
  row(tx, sql<Period>`select id, name, status_id = ${periodStatus.cerrado} as closed from period where id = ${id} for share`)

/** The rate of the same currency in the month nearest before, else after. */
export const beside = (tx: Db, { currency, group, period }: { currency: string; group: string; period: string }) =>
  row(
    tx,
    sql<{
      rate: string
      period: string
    }>`select trim_scale(r.rate)::text as rate, p.name as period from exchange_rate r join period p on p.id = r.period_id
      where r.currency = ${currency} and r.target = ${group} and p.name <> ${period}
      order by p.name > ${period}, case when p.name < ${period} then p.name end desc, p.name limit 1`,
  )

export type Rate = Omit<Parsed<typeof createExchangeRate>['body'], 'motivo' | 'CONFIRMADA'>
/** undefined if the period has a rate of the currency. */
export const insert = async (tx: Db, { COD_PERIODO, MONEDA, TASA, FECHA_TASA }: Rate, target: string, userId: number) =>
  (
    await row(
      tx,
      sql<{ id: number }>`insert into exchange_rate (period_id, currency, target, rate, rate_day, saved_by)
        values (${COD_PERIODO}, ${MONEDA}, ${target}, ${TASA}::numeric, ${FECHA_TASA}::date, ${userId}) on conflict on constraint exchange_rate_of do nothing returning id`,
    )
  )?.id
export const save = (tx: Db, { ID, TASA, FECHA_TASA }: Pick<ExchangeRate, 'ID' | 'TASA' | 'FECHA_TASA'>, userId: number) =>
  sql`update exchange_rate set rate = ${TASA}::numeric, rate_day = ${FECHA_TASA}::date, revision = revision + 1, saved_by = ${userId}, saved_at = now() where id = ${ID}`.execute(
    tx,
  )
export const remove = (tx: Db, id: number) => sql`delete from exchange_rate where id = ${id}`.execute(tx)
