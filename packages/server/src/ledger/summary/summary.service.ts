import type { Parsed } from '@cuadre/api/endpoint'
import type { listSummaryAccounts, listSummaryPeriods, SummaryAccount, SummaryPeriod } from '@cuadre/api/summary'
import { type RawBuilder, sql } from 'kysely'
import { accountScope, seesWholeBusinesses } from '../../platform/access/scope.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { keptRows, openVersionOf, versionOf } from '../../platform/database/kept.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import { cents } from '../../platform/money.ts'
import { MATERIALITY, shownState } from '../../workflow/analysis/code-labels.ts'
import { periodsOf, previousBalance } from '../account/account.history.ts'
import { get } from '../account/account.service.ts'
import { type Evidence, riskOf } from '../account/risk.rules.ts'

type PeriodQuery = Parsed<typeof listSummaryPeriods>['query']
type AccountQuery = Parsed<typeof listSummaryAccounts>['query']

const within = (caller: Caller, { businessId, departmentId }: { businessId?: number | undefined; departmentId?: number | undefined }) =>
  all(
    accountScope(caller),
    businessId !== undefined && sql`c.business_id = ${businessId}`,
    departmentId !== undefined && sql`c.department_id = ${departmentId}`,
  )
const statusName = sql`(array['ABIERTO', 'EN CIERRE', 'CERRADO'])[p.status_id]`

const COUNTS = {
  CUENTAS: 'balances',
  ANALISIS: 'analyses',
  POR_PREPARAR: 'open',
  ENVIADOS: 'sent',
  EN_REVISION: 'review',
  RECHAZADOS: 'rejected',
  APROBADOS: 'approved',
  CON_DIFERENCIA: 'different',
  MATERIALES: 'material',
} as const
type Count = keyof typeof COUNTS
const count = <V>(of: (name: Count) => V) =>
  Object.fromEntries((Object.keys(COUNTS) as Count[]).map((name) => [name, of(name)])) as Record<Count, V>

/** First a page of periods, then their contents, so that older months cost nothing. */
export async function periods(db: Db, caller: Caller, query: PeriodQuery) {
  const found = await page<Pick<SummaryPeriod, 'COD_PERIODO' | 'PERIODO' | 'ESTADO'>, typeof query>(db, query, {
    select: sql`p.id as "COD_PERIODO", p.name as "PERIODO", json_build_object('ID', p.status_id, 'NOMBRE', ${statusName}) as "ESTADO"`,
    from: sql`period p`,
    where: contains(sql`p.name`, query.search),
    sortable: { PERIODO: sql`p.name` },
    by: sql`p.name desc`,
    id: sql`p.id`,
  })
  const ids = found.data.map(({ COD_PERIODO }) => COD_PERIODO)
  const held = Map.groupBy(await heldIn(db, caller, query, ids), ({ period }) => period)
  const data = found.data.map((period): SummaryPeriod => {
    const here = held.get(period.COD_PERIODO) ?? []
    const sums = count((name) => here.reduce((sum, row) => sum + row[name], 0))
    return {
      ...period,
      ...sums,
      MONEDAS: here.map(({ MONEDA, SALDO, SIN_SUSTENTAR, DIFERENCIA }) => ({ MONEDA, SALDO, SIN_SUSTENTAR, DIFERENCIA })),
    }
  })
  return { ...found, data }
}

const ANALYSED = [...Object.values(COUNTS).filter((column) => column !== 'balances'), 'difference']
type Held = Record<Count, number> & { period: number } & SummaryPeriod['MONEDAS'][number]
const SUMS = sql`c.period_id as period, c.currency as "MONEDA", ${sql.join(
  Object.entries(COUNTS).map(([name, column]) => sql`coalesce(sum(${sql.ref(`c.${column}`)}), 0)::int as ${sql.ref(name)}`),
)}, sum(c.amount)::text as "SALDO", coalesce(sum(c.unsupported), 0.00)::text as "SIN_SUSTENTAR", coalesce(sum(c.difference), 0.00)::text as "DIFERENCIA"`
/** By period and currency. For whole businesses sums are stored, of open periods while they hold (`v_balance_sum`). */
const heldIn = (db: Db, caller: Caller, query: PeriodQuery, ids: readonly number[]) =>
  seesWholeBusinesses(caller) && query.departmentId === undefined
    ? // Period by period: open ones are few, and each is found by its own index.
      rows(
        db,
        sql<Held>`select ${SUMS} from unnest(${ids}::int[]) p(id)
          cross join lateral (select * from v_balance_sum c where c.period_id = p.id and ${within(caller, query)}) c group by 1, 2 order by 1, 2`,
      )
    : heldOfAccounts(db, sql`select c.id, c.business_id, c.currency from account c where ${within(caller, query)}`, ids)

type Accounts = { accounts: string | null; version: string | null }
/** All that a sum of accounts in a period depends on: which they are, in which currency, and the version of what they have in it. */
const accountsOf = (mine: RawBuilder<unknown>) => sql`(select md5(string_agg(c.id || c.currency, ',' order by c.id)) from ${mine} c)`
const versionFor = (mine: RawBuilder<unknown>, period: RawBuilder<unknown>) =>
  sql`coalesce(${versionOf(period)}, ${openVersionOf(period, sql`select distinct business_id from ${mine}`)})`
/** The same of single accounts: each is read (`v_analysis_counted`), once for each version. */
async function heldOfAccounts(db: Db, mine: RawBuilder<unknown>, ids: readonly number[]): Promise<Held[]> {
  const kept = keptRows<Held>(db)
  const keyOf = ({ accounts, version }: Accounts, id: number) => JSON.stringify(['balances', id, accounts, version])
  const asked = await rows(
    db,
    sql<Accounts & { id: number }>`with mine as materialized (${mine}), these as materialized (select ${accountsOf(sql`mine`)} as accounts)
      select p.id, t.accounts, ${versionFor(sql`mine`, sql`p.id`)} as version from unnest(${ids}::int[]) p(id) cross join these t`,
  )
  const found = asked.map((each) => ({ id: each.id, sums: each.version === null ? undefined : kept.get(keyOf(each, each.id)) }))
  const known = found.flatMap(({ sums }) => sums ?? [])
  const left = found.flatMap(({ id, sums }) => (sums ? [] : [id]))
  if (left.length === 0) return known
  // Account by account, each by its index: the months that are left are few, and reading all that they have takes longer.
  const read = await rows(
    db,
    sql<Held & Accounts>`with mine as materialized (${mine}), these as materialized (select ${accountsOf(sql`mine`)} as accounts), c as (
        select s.period_id, m.currency, 1 as balances, s.amount, ${sql.join(ANALYSED.map((name) => sql.ref(`a.${name}`)))},
          case when a.open = 1 then abs(s.amount) else 0 end as unsupported
        from mine m cross join lateral (select s.period_id, s.amount from balance s where s.account_id = m.id and s.period_id = any(${left}::int[])
            and s.period_id >= ${Math.min(...left)} offset 0) s
          left join lateral (select k.* from v_analysis_counted k where k.account_id = m.id and k.period_id = s.period_id offset 0) a on true),
      held as (select ${SUMS} from c group by 1, 2)
      select h.*, t.accounts, ${versionFor(sql`mine`, sql`h.period`)} as version from held h cross join these t order by 1, 2`,
  )
  // As they were when they were read: an account may have come or gone since it was asked which they are.
  for (const [period, of] of Map.groupBy(read, (row) => row.period)) if (of[0]!.version !== null) kept.keep(keyOf(of[0]!, period), of)
  return [...known, ...read]
}

/** Whether a filter is about the analysis. */
const asksAnalysis = ({ estadoPrincipalId, materialidad, enviado, conDiferencia }: AccountQuery) =>
  Boolean(estadoPrincipalId || materialidad) || enviado !== undefined || conDiferencia !== undefined
const newest = sql`(select id from period order by name desc limit 1)`
const periodOf = ({ periodId }: AccountQuery) => (periodId === undefined ? newest : sql`${periodId}`)
/** How many accounts a period has, from the stored sums, where no filter asks for what these do not tell apart. */
async function storedTotal(db: Db, caller: Caller, query: AccountQuery) {
  if (!seesWholeBusinesses(caller) || query.departmentId !== undefined || query.search || asksAnalysis(query)) return undefined
  return row(
    db,
    sql<{ total: number; skip: number }>`select coalesce(sum(c.balances), 0)::int as total, ${(query.page - 1) * query.limit}::int as skip
      from v_balance_sum c where c.period_id = ${periodOf(query)} and ${within(caller, query)}`,
  )
}
/** A page of the accounts of a period, or a workbook of all of them. */
export const accounts = (db: Db, caller: Caller, query: AccountQuery) =>
  listOrExport(caller.locale, query, { es: 'Resumen de cuentas', en: 'Account summary' }, COLUMNS, (query) =>
    accountPage(db, caller, query),
  )
const accountPage = async (db: Db, caller: Caller, query: AccountQuery) =>
  page<SummaryAccount, typeof query>(db, query, {
    counted: await storedTotal(db, caller, query),
    select: sql`c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", b.name as "NEGOCIO", d.name as "DEPARTAMENTO", h.name as "RUBRO", c.currency as "MONEDA",
      p.name as "PERIODO", s.amount as "VALOR_BALANCE", ${previousBalance} as "SALDO_ANTERIOR", s.amount - ${previousBalance} as "VARIACION_PERIODO",
      round((s.amount - ${previousBalance}) / nullif(abs(${previousBalance}), 0) * 100, 2) as "VARIACION_PERIODO_PCT", a.id as "COD_ANALISIS",
      case when a.id is not null then coalesce(a.value, 0) end as "VALOR_ANALISIS", a.difference as "VARIACION", a.materiality as "MATERIALIDAD", coalesce(a.auto, false) as "AUTO",
      a.state_main as "ESTADO_PRINCIPAL_ID", a.state_jefatura as "ESTADO_JEFATURA_ID", a.state_control as "ESTADO_CONTROL_ID", a.submitted_at as "FECHA_ENVIO",
      coalesce(u.name, w.name) as "ANALISTA"`,
    from: sql`period p join balance s on s.period_id = p.id join account c on c.id = s.account_id left join business b on b.id = c.business_id
      left join analysis a on a.period_id = s.period_id and a.account_id = s.account_id
      left join balance o on o.account_id = s.account_id and o.period_id = (select x.id from period x where x.name < p.name order by x.name desc limit 1)
      left join department d on d.id = coalesce(a.department_id, c.department_id) left join heading h on h.id = coalesce(a.heading_id, c.heading_id)
      left join app_user u on u.id = a.analyst_id left join app_user w on w.id = c.analyst_id`,
    counts: sql`period p join balance s on s.period_id = p.id join account c on c.id = s.account_id
      ${asksAnalysis(query) ? sql`left join analysis a on a.period_id = s.period_id and a.account_id = s.account_id` : sql``}`,
    where: all(
      sql`p.id = ${periodOf(query)}`,
      within(caller, query),
      query.estadoPrincipalId && sql`a.state_main = any(${query.estadoPrincipalId}::int[])`,
      query.materialidad && sql`a.materiality = any(${query.materialidad}::text[])`,
      query.enviado !== undefined && sql`a.id is not null and (a.submitted_at is not null) = ${query.enviado}`,
      query.conDiferencia !== undefined &&
        sql`coalesce(a.submitted_at is not null and abs(a.difference) > 0.01, false) = ${query.conDiferencia}`,
      contains(sql`c.search`, query.search),
    ),
    sortable: {
      CUENTA: sql`c.code`,
      NOMBRE: sql`c.name`,
      NEGOCIO: sql`b.name`,
      DEPARTAMENTO: sql`d.name`,
      VALOR_BALANCE: sql`s.amount`,
      // What was not sent has none (decisions §13), and stands at the end.
      VARIACION: sql`case when a.submitted_at is not null then a.difference end`,
      VARIACION_PERIODO: sql`s.amount - ${previousBalance}`,
      ESTADO_PRINCIPAL_ID: sql`a.state_main`,
      ANALISTA: sql`coalesce(u.name, w.name)`,
    },
    by: sql`c.code`,
    id: sql`c.id`,
  })

/** K18: by more than a cent. */
function differs(amount: string | null): boolean {
  const apart = cents(amount ?? '0')
  return apart > 1n || apart < -1n
}

/** @throws 404 */
export async function account(db: Db, caller: Caller, id: number) {
  const cuenta = await get(db, caller, id)
  const data = await periodsOf(db, id, 24)
  const { rejections, reopenings, ...seen } = (await evidence(db, id))!
  const analysed = data.filter(({ COD_ANALISIS }) => COD_ANALISIS !== null)
  return {
    cuenta,
    data,
    totales: {
      periodos: data.length,
      analisis: analysed.length,
      aprobados: analysed.filter((each) => each.ESTADO_PRINCIPAL_ID === 4).length,
      conDiferencia: analysed.filter((each) => each.FECHA_ENVIO !== null && differs(each.VARIACION)).length,
      materiales: analysed.filter((each) => each.MATERIALIDAD === 'material' || each.MATERIALIDAD === 'critica').length,
      rechazos: rejections,
      reaperturas: reopenings,
    },
    riesgoSugerido: riskOf({ ...seen, rejections: seen.lately_rejected, reopenings: seen.lately_reopened }),
  }
}

type Found = Evidence & { lately_rejected: number; lately_reopened: number }
/** Rejections and reopenings of the 24 periods shown, and of the last twelve, which the risk is computed from; what was not sent differs from nothing (decisions §13). */
const evidence = (db: Db, id: number) =>
  row(
    db,
    sql<Found>`with months as (select p.id, p.name, row_number() over (order by p.name desc) as nth, s.amount, a.id as analysis, a.previous,
        a.submitted_at is not null and abs(a.difference) > 0.01 and a.state_main <> ${state.aprobado} as differs,
        a.rejections_jefatura + a.rejections_control as rejections, a.reopenings
        from balance s join period p on p.id = s.period_id left join analysis a on a.period_id = s.period_id and a.account_id = s.account_id
        where s.account_id = ${id} order by p.name desc limit 24),
      last as (select * from months where nth <= 12)
      select coalesce((select sum(rejections) from months), 0)::int as rejections, coalesce((select sum(reopenings) from months), 0)::int as reopenings,
        coalesce((select sum(rejections) from last), 0)::int as lately_rejected, coalesce((select sum(reopenings) from last), 0)::int as lately_reopened,
        coalesce((select abs(m.amount) / t.amount from months m join account c on c.id = ${id} join business b on b.id = c.business_id,
          lateral threshold_of(c.id, c.business_id, b.country_id, c.heading_id, m.name) t where m.nth = 1), 0)::float as times,
        coalesce((select avg(abs(amount - previous)) / nullif(avg(abs(amount)), 0) from last where previous is not null), 0)::float as volatility,
        coalesce((select count(*) from last where name >= (select min(name) from last where differs)), 0)::int as "monthsOpen"`,
  )

const COLUMNS: ExportColumn<SummaryAccount>[] = [
  { es: 'Período', en: 'Period', type: 'code', width: 10, of: (a) => a.PERIODO },
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (a) => a.RUBRO },
  { es: 'Moneda', en: 'Currency', type: 'code', width: 8, of: (a) => a.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.VALOR_BALANCE },
  { es: 'Saldo sustentado', en: 'Supported balance', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VALOR_ANALISIS) },
  { es: 'Diferencia', en: 'Difference', type: 'amount', of: (a) => (a.FECHA_ENVIO === null ? null : a.VARIACION) },
  { es: 'Movimiento', en: 'Movement', type: 'amount', of: (a) => a.VARIACION_PERIODO },
  { es: 'Movimiento %', en: 'Movement %', type: 'amount', width: 14, of: (a) => a.VARIACION_PERIODO_PCT },
  { es: 'Materialidad', en: 'Materiality', type: 'text', width: 14, of: (a, l) => a.MATERIALIDAD && MATERIALITY[a.MATERIALIDAD][l] },
  { es: 'Estado', en: 'Status', type: 'text', width: 22, of: shownState },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
]
