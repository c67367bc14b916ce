import { MATERIALITY } from '@cuadre/api/analysis'
import type { accountsAssigned, accountsAssignedDetails, accountsMateriality, analysisApproved } from '@cuadre/api/distribution'
import type { Output, Parsed, SortKeyOf } from '@cuadre/api/endpoint'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { sql } from 'kysely'
import { rows } from '../../platform/database/index.ts'
import { all, contains, page, type Sortable } from '../../platform/database/list.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import { cents, fromCents } from '../../platform/money.ts'
import { states } from '../../workflow/analysis/measures.ts'
import * as aggregates from './aggregates/index.ts'
import { count } from './dashboard.repository.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { amountRatio, ratio, total } from './figures.rules.ts'
import * as item from './item.ts'
import { ref, requestedPeriod } from './period.ts'

type Query = Parsed<typeof accountsAssigned>['query']

/** K1 and K20. Five statements. */
export async function assigned({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof accountsAssigned>> {
  const view = item.viewOf(zone, query, caller)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  const names = await aggregates.names(db)
  const coverage = period ? await aggregates.coverages(db, caller, query, [period]) : []
  const backed = new Map((period ? await withBackup(db, caller, query, period) : []).map((row) => [placeOf(row), row.n]))
  const covered = (of: readonly aggregates.Coverage[]) => coveredOf(of, backed)
  type User = Output<typeof accountsAssigned>['porUsuario'][number]
  const users = period
    ? await rows<Omit<User, 'parte'>>(
        db,
        sql`select g.*, u.name as "ANALISTA" from (
            select a.analyst_id as "ID_ANALISTA", count(*)::int as items, sum(a.weight)::int as cuentas, ${count(sql`${states.open} or ${states.rejected}`)} as "porPreparar",
              ${count(sql`${states.atJefatura} or ${states.atControl}`)} as "enAprobacion", ${count(states.approved)} as aprobados, ${count(item.measures(view).late)} as vencidos
            from ${item.itemsWhere(view, sql`a.period_id = ${period.id} and ${item.placeCondition(caller, query, item.isGroup)}`)} group by 1) g
          join app_user u on u.id = g."ID_ANALISTA" order by u.name, u.id`,
      )
    : []
  const items = users.reduce((sum, user) => sum + user.items, 0)
  return {
    period: period ? ref(period) : null,
    ...covered(coverage),
    porDepartamento: [...Map.groupBy(coverage, placeOf).values()]
      .map((of) => {
        const { business, department } = of[0]!
        const DEPARTAMENTO = department === null ? null : (names.department.get(department) ?? null)
        return { ID_NEGOCIO: business, NEGOCIO: names.business.get(business)!, COD_DEPARTAMENTO: department, DEPARTAMENTO, ...covered(of) }
      })
      .sort(
        byName(
          ({ DEPARTAMENTO }) => DEPARTAMENTO,
          ({ NEGOCIO }) => NEGOCIO,
        ),
      ),
    porUsuario: users.map((user) => ({ ...user, parte: ratio(user.items, items) })),
  }
}

/** Of a balance (alias `b`) and its business (`n`). */
const IN_PERIOD = { country: sql`n.country_id`, period: sql`b.period_id` }
const isClosed = (status: number | undefined) => status === PERIOD_STATUS.cerrado
/** As it is today, whatever the moment. Nobody stands in for themselves. */
const backup = sql`(select nullif(k.backup_id, k.analyst_id) from account k where k.id = c.id)`
type Backed = { business: number; department: number | null; n: number }
/** Assigned accounts for which somebody stands in, by business and department: few, and found by their index. */
const withBackup = (db: Deps['db'], caller: Caller, query: Query, { id: periodId, status }: aggregates.PeriodRow) =>
  rows(
    db,
    sql<Backed>`select c.business_id as business, c.department_id as department, count(*)::int as n from ${aggregates.coverage(query, isClosed(status))} where ${all(
      sql`b.period_id = ${periodId} and c.id = any(array(select k.id from account k where k.backup_id is not null and k.backup_id is distinct from k.analyst_id))`,
      aggregates.counted(query),
      aggregates.placedAccount(caller, query, { ...IN_PERIOD, closed: sql`${isClosed(status)}::boolean` }),
      aggregates.covered(query),
    )} group by 1, 2`,
  )
const placeOf = ({ business, department }: Omit<Backed, 'n'>) => `${business}/${department ?? ''}`
function coveredOf(of: readonly aggregates.Coverage[], backed: ReadonlyMap<string, number>) {
  const sum = (count: (row: aggregates.Coverage) => number) => of.reduce((total, row) => total + count(row), 0)
  const [cuentas, asignadas] = [sum((row) => row.required), sum((row) => row.assigned)]
  const conRespaldo = sum((row) => backed.get(placeOf(row)) ?? 0)
  return {
    cuentas,
    asignadas,
    noAsignadas: cuentas - asignadas,
    cobertura: ratio(asignadas, cuentas),
    sinRespaldo: asignadas - conRespaldo,
  }
}

type AssignedRow = Extract<Output<typeof accountsAssignedDetails>, { data: unknown }>['data'][number]
const ASSIGNED: ExportColumn<AssignedRow>[] = [
  { es: 'Negocio', en: 'Business', type: 'text', of: (a) => a.NEGOCIO },
  { es: 'Departamento', en: 'Department', type: 'text', of: (a) => a.DEPARTAMENTO },
  { es: 'Cuenta', en: 'Account', type: 'code', of: (a) => a.CUENTA },
  { es: 'Nombre', en: 'Name', type: 'text', of: (a) => a.NOMBRE },
  { es: 'Moneda', en: 'Currency', type: 'code', of: (a) => a.MONEDA },
  { es: 'Saldo', en: 'Balance', type: 'amount', of: (a) => a.SALDO },
  { es: 'Asignada', en: 'Assigned', type: 'text', of: (a, l) => yesNo(a.ASIGNADA, l) },
  { es: 'Analista', en: 'Analyst', type: 'text', of: (a) => a.ANALISTA },
  { es: 'Respaldo', en: 'Backup', type: 'text', of: (a) => a.RESPALDO },
]
/** Three statements. */
export async function assignedDetails(
  { db, zone }: Deps,
  caller: Caller,
  query: Parsed<typeof accountsAssignedDetails>['query'],
  locale: Locale,
) {
  const period = requestedPeriod(await aggregates.periods(db, { zone, asOf: query.asOf }), query)
  const relation = aggregates.coverage(query, isClosed(period?.status))
  const list = {
    select: sql`c.id as "COD_CUENTA", c.code as "CUENTA", c.name as "NOMBRE", c.business_id as "ID_NEGOCIO", n.name as "NEGOCIO", d.name as "DEPARTAMENTO", c.currency as "MONEDA",
      b.amount as "SALDO", ${aggregates.covered(query)} as "ASIGNADA", u.name as "ANALISTA", r.name as "RESPALDO"`,
    from: sql`${relation} left join ${item.analysesOf(query, 'x')} on x.period_id = b.period_id and x.account_id = b.account_id left join department d on d.id = c.department_id
      left join app_user u on u.id = coalesce(x.analyst_id, c.analyst_id) left join app_user r on r.id = ${backup}`,
    // By the analyst's name it is looked for too.
    ...(!query.search && { counts: relation }),
    where: all(
      sql`b.period_id = ${period?.id ?? 0}`,
      aggregates.counted(query),
      aggregates.placedAccount(caller, query, { ...IN_PERIOD, closed: sql`${isClosed(period?.status)}::boolean` }),
      Boolean(query.search) &&
        sql`(${contains(sql`c.search`, query.search)} or coalesce(x.analyst_id, c.analyst_id) in (select id from app_user where ${contains(sql`plain(name)`, query.search)}))`,
      query.asignada !== undefined && sql`${aggregates.covered(query)} = ${query.asignada === 'true'}::boolean`,
      query.respaldo !== undefined && sql`(${backup} is not null) = ${query.respaldo === 'true'}::boolean`,
    ),
    sortable: {
      CUENTA: sql`c.code`,
      NOMBRE: sql`c.name`,
      NEGOCIO: sql`n.name`,
      DEPARTAMENTO: sql`d.name`,
      SALDO: sql`b.amount`,
      ANALISTA: sql`u.name`,
    } satisfies Sortable<SortKeyOf<typeof query>>,
    by: sql`c.code`,
    id: sql`c.id`,
  }
  // Without a text they are those of K1, which are stored.
  const [k1] = period && !query.search && query.respaldo === undefined ? await aggregates.coverages(db, caller, query, [period], true) : []
  const total = k1 && (query.asignada === undefined ? k1.required : query.asignada === 'true' ? k1.assigned : k1.required - k1.assigned)
  return listOrExport(locale, query, { es: 'Asignación de cuentas', en: 'Assignment of accounts' }, ASSIGNED, (query) =>
    page<AssignedRow, typeof query>(db, query, {
      ...list,
      counted: total === undefined ? undefined : { total, skip: (query.page - 1) * query.limit },
    }),
  )
}

/** Four statements. */
export async function approved(deps: Deps, caller: Caller, query: Query): Promise<Output<typeof analysisApproved>> {
  const view = item.viewOf(deps.zone, query, caller)
  const period = requestedPeriod(await aggregates.periods(deps.db, view), query)
  const periods = period ? [period] : []
  const [sums, { signed }] = await Promise.all([
    aggregates.sums(deps.db, caller, view, query, { periods, want: ['items', 'approved', 'first_pass'] }),
    aggregates.days(deps.db, caller, view, query, periods),
  ])
  const items = total(sums, 'items')
  const aprobados = total(sums, 'approved')
  const on = (role: number, day: string) =>
    signed.filter((row) => row.role === role && row.day === day).reduce((sum, row) => sum + row.items, 0)
  let [acumuladoJefatura, acumuladoControl] = [0, 0]
  const daysOf = [...new Set(signed.filter(({ role }) => role > 1).map(({ day }) => day))].sort()
  return {
    period: period ? ref(period) : null,
    items,
    aprobados,
    primeraVez: ratio(total(sums, 'first_pass'), aprobados),
    data: daysOf.map((dia) => {
      const [jefatura, control] = [on(2, dia), on(3, dia)]
      acumuladoJefatura += jefatura
      acumuladoControl += control
      return { dia, jefatura, control, acumuladoJefatura, acumuladoControl, parte: ratio(acumuladoControl, items) }
    }),
  }
}

/** Two statements. */
export async function materiality({ db, zone }: Deps, caller: Caller, query: Query): Promise<Output<typeof accountsMateriality>> {
  const view = item.viewOf(zone, query, caller)
  const period = requestedPeriod(await aggregates.periods(db, view), query)
  const found = period
    ? await rows(
        db,
        sql<{ materiality: string; currency: string; n: number; approved: number; moved: string; explained: string }>`
          select a.materiality, a.currency, count(*)::int as n, ${count(states.approved)} as approved, sum(${item.moved}) as moved,
            coalesce(sum(${item.moved}) filter (where ${states.approved}), 0) as explained
          from ${item.itemsWhere(view, sql`a.period_id = ${period.id} and ${item.placeCondition(caller, query, item.isGroup)}`)} group by 1, 2 order by 2`,
      )
    : []
  return {
    period: period ? ref(period) : null,
    total: found.reduce((sum, { n }) => sum + n, 0),
    data: MATERIALITY.map((MATERIALIDAD) => {
      const of = found.filter(({ materiality }) => materiality === MATERIALIDAD)
      return {
        MATERIALIDAD,
        n: of.reduce((sum, { n }) => sum + n, 0),
        aprobados: of.reduce((sum, { approved }) => sum + approved, 0),
        montos: of.map(({ currency, moved, explained }) => ({
          MONEDA: currency,
          variacion: fromCents(cents(moved)),
          explicada: fromCents(cents(explained)),
          parte: amountRatio(cents(explained), cents(moved)),
        })),
      }
    }),
  }
}
