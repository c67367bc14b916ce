import { type Mapping, type Preview, ROW_CLASSES } from '@cuadre/api/balance'
import { currencies } from '@cuadre/api/shapes'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withBulkPlanner } from '../../platform/database/bulk-planner.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { movedAfterAll } from '../../workflow/generation/certification.ts'
import { completenessOf } from './balance.completeness.ts'
import { markGroups } from './balance.groups.ts'
import { addUpRows } from './balance.repeated.ts'
import { resolveBusinessesOfRows } from './balance.staging.ts'
import { LEFT, type Target, targetOf } from './balance.target.ts'

type PreviewData = z.output<typeof Preview>

/**
 * The data that rows are classified by: a row of the file, its business and account, and the current balance and analysis. Repeated
 * accounts are few, so these are searched instead of counting each. `offset 0` keeps PostgreSQL from repeating the computation of the
 * refusal wherever it is used.
 */
const rowsToClassify = (target: Target, source: Source, headings: Record<string, string>) => sql`
  placed as not materialized (
    select r.position, r.row_number, r.business_key, r.code, ${knownCode(target)} as known_code, r.name, r.currency, r.amount, r.unreadable, r.column_name, r.value, r.reason as read_reason,
      r.params as read_params, r.sum_of, r.made_of, n.business_id, n.creates, concat_ws(' ', n.code, n.name) as business, coalesce(n.business_id, -n.creates) as place, n.params as business_params, r.period,
      n.reason is null and (r.unreadable or r.period <> ${target.period}) as refused_early,
      case when r.unreadable then r.reason when n.reason is not null then n.reason when r.period <> ${target.period} then 'row_period_wrong' end as early
    from ${source === 'read' ? sql`load_read r` : sql`(select * from load_row where load_id = ${target.loadId} and class <> 'falta') r`}
    left join load_business n on n.load_id = ${target.loadId} and n.key = r.business_key ${otherCodes(target)}),
  repeated as (select place, known_code, count(*) as times, min(row_number) as first_row, max(row_number) as last_row from placed
    where early is null group by place, known_code having count(*) > 1),
  faced as (
    select k.*, d.times, d.first_row, d.last_row, c.id as account_id, c.analyst_id is null as unassigned,
      c.active and c.analyst_id is not null and a.id is null and falls_due(c.frequency, ${target.period}) as opens,
      z.code as other_code, c.currency as account_currency, t.amount is not null as held, coalesce(t.amount, o.amount) as current_amount,
      ${leftOutAsGroup(target)} as omitted,
      ${target.skipsZeros}::boolean and k.amount = 0 and t.amount is null and coalesce(o.amount, 0) = 0 as nothing,
      case when k.amount <> a.balance and (a.submitted_at is not null or a.state_main <> ${state.pendiente}) then a.state_main end as state,
      case when k.early is not null then k.early when ${leftOutAsGroup(target)} then null when d.times > 1 then 'row_duplicate'
        when c.id is null and z.code is not null then case when ltrim(z.code, '0') = ltrim(k.code, '0') then 'row_zeros' else 'row_case' end
        when c.id is null and k.currency <> all(${[...currencies()]}::text[]) then 'row_currency_code'
        when c.id is not null and k.currency <> c.currency then 'row_currency' end as refusal
    from placed k
    left join repeated d on d.place = k.place and d.known_code = k.known_code and k.early is null
    left join account c on c.business_id = k.business_id and c.code = k.known_code and (k.early is null or k.refused_early)
    left join lateral (select min(s.code) as code from account s
      where c.id is null and k.early is null and s.business_id = k.business_id and lower(ltrim(s.code, '0')) = lower(ltrim(k.code, '0'))) z on true
    left join balance t on t.account_id = c.id and t.period_id = ${target.periodId}
    left join balance o on o.account_id = c.id and o.period_id = ${target.previousId}
    left join analysis a on a.account_id = c.id and a.period_id = ${target.periodId} offset 0),
  judged as (
    select ${columns('f', READ)}, f.business_id, f.account_id, case when f.refusal is null then f.current_amount end as current_amount,
      case when f.refusal is not null then 'rechazada' when f.omitted then 'grupo' when f.nothing then 'cero' when f.current_amount is null then 'nueva'
        when f.current_amount = f.amount then 'igual' else 'cambia' end as class,
      f.applied and f.unassigned and f.amount <> 0 as unassigned, f.applied and f.state is not null as reopens, f.applied and coalesce(f.opens, false) as opens,
      f.applied and f.held as held, case when f.applied then f.state end as state, f.refusal as reason,
      case when f.refusal is null then null when f.unreadable then f.column_name
        when f.refusal like 'row\\_business%' and ${headings.negocio === ''} then f.business
        else ${JSON.stringify(headings)}::jsonb ->> case when f.refusal like 'row\\_business%' then 'negocio' when f.refusal = 'row_period_wrong' then 'periodo'
          when f.refusal in ('row_duplicate', 'row_zeros', 'row_case') then 'cuenta' when f.refusal is not null then 'moneda' end end as column_name,
      case when f.refusal is null then null when f.unreadable then f.value when f.refusal like 'row\\_business%' then f.business when f.refusal = 'row_period_wrong' then f.period
        when f.refusal in ('row_duplicate', 'row_zeros', 'row_case') then f.code when f.refusal is not null then f.currency end as value,
      case when f.refusal is null then null when f.unreadable then f.read_params when f.refusal like 'row\\_business%' then f.business_params
        when f.refusal = 'row_period_wrong' then jsonb_build_object('period', ${target.period}::text) when f.refusal = 'row_duplicate' then jsonb_build_object('times', f.times, 'first', f.first_row, 'last', f.last_row)
        when f.refusal in ('row_zeros', 'row_case') then jsonb_build_object('code', f.code, 'other', f.other_code)
        when f.refusal is not null then jsonb_build_object('currency', coalesce(f.account_currency, (select b.currency from business b where b.id = f.business_id))) end as params
    from (select *, refusal is null and not omitted and not nothing as applied from faced) f)`

/** A group stays an account where it is kept as one: with a balance now, or somebody who analyses it. */
const leftOutAsGroup = ({ groups }: Target) =>
  groups === 'cargar'
    ? sql`false`
    : groups === 'omitir'
      ? sql`(k.sum_of is not null)`
      : sql`(k.sum_of is not null and coalesce(t.amount, o.amount) is null and c.analyst_id is null)`

/** The code under which Cuadre knows an account: what a person said it is, else the one that differs by zeros in front where these do not count. */
const knownCode = ({ hasAliases, ignoresZeros }: Target) =>
  sql`coalesce(${hasAliases ? sql`w.code` : sql`null`}, ${ignoresZeros ? sql`case when e.id is null then y.code end` : sql`null`}, r.code)`
const otherCodes = ({ hasAliases, ignoresZeros }: Target) =>
  sql`${
    hasAliases
      ? sql`left join account_alias x on x.business_id = n.business_id and x.code = r.code left join account w on w.id = x.account_id`
      : sql``
  } ${
    ignoresZeros
      ? sql`left join account e on e.business_id = n.business_id and e.code = r.code
        left join lateral (select min(s.code) as code from account s where e.id is null and s.business_id = n.business_id
          and lower(ltrim(s.code, '0')) = lower(ltrim(r.code, '0')) having count(*) = 1) y on ltrim(y.code, '0') = ltrim(r.code, '0')`
      : sql``
  }`

const READ = ['position', 'row_number', 'business_key', 'code', 'name', 'currency', 'amount', 'period', 'unreadable', 'sum_of', 'made_of']
const VERDICT = [
  'business_id',
  'account_id',
  'current_amount',
  'class',
  'unassigned',
  'reopens',
  'opens',
  'held',
  'state',
  'reason',
  'column_name',
  'value',
  'params',
]

const columns = (alias: string, names: readonly string[]) => sql.raw(names.map((name) => `${alias}.${name}`).join(', '))

/**
 * Classifies the rows just read by `stageRows`, or again those stored before, of which only changed ones are written.
 * @returns the preview
 */
export async function classifyRows(
  tx: Db,
  loadId: number,
  source: Source,
  mapping: Mapping,
  headings: Record<string, string>,
  omitted: number,
  caller: Caller,
): Promise<PreviewData> {
  await resolveBusinessesOfRows(tx, loadId, mapping, caller)
  const target = await targetOf(tx, loadId)
  return withBulkPlanner(tx, async () => {
    if (source === 'read' && target.addsUp) await addUpRows(tx, target)
    if (source === 'read') await markGroups(tx, loadId, target.period)
    await (source === 'read' ? classifyRead(tx, target, headings) : classifyStaged(tx, target, headings))
    await addMissing(tx, target)
    return preview(tx, target, mapping, omitted, caller)
  })
}
type Source = 'read' | 'staged'

async function classifyRead(tx: Db, target: Target, headings: Record<string, string>) {
  await sql`with ${rowsToClassify(target, 'read', headings)}
    insert into load_row (load_id, ${sql.raw([...READ, ...VERDICT].join(', '))}) select ${target.loadId}::int, ${columns('j', [...READ, ...VERDICT])} from judged j`.execute(
    tx,
  )
  await sql`drop table load_read`.execute(tx)
}

async function classifyStaged(tx: Db, target: Target, headings: Record<string, string>) {
  const { loadId } = target
  await sql`with ${rowsToClassify(target, 'staged', headings)}
    update load_row r set ${sql.raw(VERDICT.map((name) => `${name} = j.${name}`).join(', '))} from judged j
    where r.load_id = ${loadId} and r.position = j.position and (${columns('r', VERDICT)}) is distinct from (${columns('j', VERDICT)})`.execute(
    tx,
  )
  await sql`delete from load_row where load_id = ${loadId} and class = 'falta'`.execute(tx)
}

/**
 * Adds the accounts of the file's businesses that have a balance but are missing in the file, also as a refused row. What they keep is what
 * this period holds of them: nothing is carried over from the month before.
 */
async function addMissing(tx: Db, { loadId, periodId, previousId }: Target) {
  await sql`with there as (select business_id, account_id from load_row where load_id = ${loadId} and class <> 'grupo' and (class <> 'rechazada' or account_id is not null)),
    grouped as materialized (select account_id, max(sum_of) as sum_of from load_row where load_id = ${loadId} and class = 'grupo' group by 1),
    missing as (
      select c.*, t.amount as kept, coalesce(t.amount, o.amount) as current, t.amount is not null as held
      from account c left join balance t on t.account_id = c.id and t.period_id = ${periodId}
      left join balance o on o.account_id = c.id and o.period_id = ${previousId}
      where c.business_id = any(array(select distinct business_id from there)) and coalesce(t.amount, o.amount) is not null
        and not exists (select from there where there.account_id = c.id))
    insert into load_row (load_id, position, class, business_id, code, name, currency, account_id, amount, current_amount, sum_of, unassigned, held)
    select ${loadId}::int, (select coalesce(max(position), 0) from load_row where load_id = ${loadId}) + row_number() over (order by m.business_id, m.code),
      'falta', m.business_id, m.code, m.name, m.currency, m.id, m.kept, m.current, g.sum_of, m.analyst_id is null and coalesce(m.kept, 0) <> 0, m.held
    from missing m left join grouped g on g.account_id = m.id`.execute(tx)
}

type Whole = Omit<PreviewData, 'omitidas' | 'negociosCreados' | 'reabre' | 'grupos' | 'completitud'> &
  PreviewData['reabre'] & { grupos: number; gruposFuera: number; gruposSaldo: string; gruposConSaldo: number }
/** Sums are computed exactly by the database, in one pass. The token covers every row and what it was compared with. */
async function preview(tx: Db, target: Target, mapping: Mapping, omitted: number, caller: Caller): Promise<PreviewData> {
  const { loadId, periodId } = target
  const mark = (seed: number) =>
    sql`to_hex(coalesce(bit_xor(hash_record_extended(row(r.position, r.class, coalesce(r.business_id, -n.creates), r.account_id, r.code, r.amount, r.current_amount,
      r.held, r.unassigned, r.opens, r.reopens, r.state, r.reason), ${seed})), 0))`
  const {
    total,
    enviados,
    revision,
    aprobados,
    rechazados,
    cambio,
    cambios,
    token,
    grupos,
    gruposFuera,
    gruposSaldo,
    gruposConSaldo,
    ...rest
  } = (await row(
    tx,
    sql<Whole>`with parts as materialized (
        select r.class, trim(coalesce(c.currency, r.currency, b.currency, k.currency)) as currency, count(*) as n, count(*) filter (where r.unassigned) as unassigned,
          sum(r.current_amount) filter (where r.sum_of is null) as before, sum(r.amount) filter (where r.sum_of is null) as after, count(*) filter (where r.account_id is null) as made, count(*) filter (where r.opens) as opens,
          count(*) filter (where r.reopens) as reopens, count(*) filter (where r.state = ${state.pendiente}) as sent, count(*) filter (where r.state = ${state.revision}) as review,
          count(*) filter (where r.state = ${state.rechazado}) as rejected, count(*) filter (where r.state = ${state.aprobado}) as approved,
          sum(r.amount - r.current_amount) filter (where r.reopens) as change,
          count(r.sum_of) filter (where r.class not in ('rechazada', 'falta')) as groups, sum(r.amount) filter (where r.sum_of is not null and r.class not in ('rechazada', 'falta')) as grouped,
          count(r.current_amount) filter (where r.sum_of is not null and r.class <> 'falta') as held_groups, ${mark(1)} || ${mark(2)} as mark
        from load_row r left join account c on c.id = r.account_id left join business b on b.id = r.business_id
        left join load_business n on n.load_id = ${loadId} and n.key = r.business_key
        left join country k on k.id = (select (l.mapping ->> 'crearNegociosEnPais')::int from balance_load l where l.id = ${loadId})
        where r.load_id = ${loadId} group by 1, 2),
      classes as (
        select class as clase, sum(n)::int as cuentas, sum(unassigned)::int as "sinAsignar", coalesce(sum(before), 0.00)::text as "saldoVigente",
          coalesce(sum(after) filter (where class not in (${LEFT})), 0.00)::text as "saldoDespues"
        from parts group by class order by array_position(${[...ROW_CLASSES]}::text[], class))
      select (select coalesce(json_agg(to_json(c)), '[]') from classes c) as clases, coalesce(sum(n) filter (where class <> 'falta'), 0)::int as filas,
        coalesce(sum(before), 0.00)::text as "totalVigente", coalesce(sum(after) filter (where class not in (${LEFT})), 0.00)::text as "totalDespues",
        coalesce(sum(made) filter (where class not in (${LEFT})), 0)::int as "cuentasCreadas", coalesce(sum(opens), 0)::int as "analisisNuevos",
        coalesce(sum(reopens), 0)::int as total, coalesce(sum(sent), 0)::int as enviados, coalesce(sum(review), 0)::int as revision,
        coalesce(sum(rejected), 0)::int as rechazados, coalesce(sum(approved), 0)::int as aprobados, coalesce(sum(change), 0.00)::text as cambio,
        (select coalesce(json_agg(json_build_object('MONEDA', m.currency, 'monto', m.amount::text) order by m.currency), '[]')
          from (select currency, sum(change) as amount from parts where reopens > 0 group by 1) m) as cambios,
        coalesce(sum(groups), 0)::int as grupos, coalesce(sum(groups) filter (where class = 'grupo'), 0)::int as "gruposFuera", coalesce(sum(grouped), 0.00)::text as "gruposSaldo", coalesce(sum(held_groups), 0)::int as "gruposConSaldo",
        coalesce(array_agg(distinct currency) filter (where class not in (${LEFT})), '{}') as monedas,
        md5(coalesce(string_agg(class || coalesce(currency, '') || mark, ',' order by class, currency), '')) as token from parts`,
  ))!
  // The rest of their groups, which are reopened as a whole because a group has one state.
  const mates = (await row(
    tx,
    sql<Omit<PreviewData['reabre'], 'cambio' | 'cambios'> & { mark: string | null }>`
      select count(*)::int as total, count(*) filter (where m.state_main = ${state.pendiente})::int as enviados, count(*) filter (where m.state_main = ${state.revision})::int as revision,
        count(*) filter (where m.state_main = ${state.rechazado})::int as rechazados, count(*) filter (where m.state_main = ${state.aprobado})::int as aprobados,
        md5(string_agg(m.id::text, ',' order by m.id)) as mark
      from analysis m where m.period_id = ${periodId} and m.group_id in (select a.group_id from load_row r
          join analysis a on a.account_id = r.account_id and a.period_id = ${periodId} where r.load_id = ${loadId} and r.reopens and a.group_id is not null)
        and m.account_id not in (select account_id from load_row where load_id = ${loadId} and reopens)`,
  ))!
  const later = (await row(
    tx,
    sql<{ n: number }>`select count(*)::int as n from load_row r join analysis a on a.account_id = r.account_id
      where r.load_id = ${loadId} and r.class not in (${LEFT}) and ${movedAfterAll(sql`r.amount`)}
        and a.period_id = (select n.id from period n join period p on p.id = ${periodId} and n.name > p.name where n.status_id <> ${periodStatus.cerrado}
          and not exists (select from period x where x.name > p.name and x.name < n.name))`,
  ))!
  const idle = (await row(
    tx,
    sql<{
      n: number
      first: string[]
    }>`select count(*)::int as n, coalesce((array_agg(r.code order by r.position))[1:${EXAMPLES}], '{}') as first
      from load_row r join account c on c.id = r.account_id and not c.active
      where r.load_id = ${loadId} and r.class not in (${LEFT}, 'falta') and r.amount <> 0
        and not exists (select from analysis a where a.account_id = c.id and a.period_id = ${periodId})`,
  ))!
  const created = await rows(
    tx,
    sql<{ name: string }>`select coalesce(n.name, n.code, '') as name from load_business n where n.load_id = ${loadId} and n.key = n.creates
      and exists (select from load_row r join load_business o on o.load_id = r.load_id and o.key = r.business_key
        where r.load_id = n.load_id and o.creates = n.key and r.class not in (${LEFT})) order by n.key`,
  )
  return {
    ...rest,
    token: [token, mates.mark, later.n > 0 && `d${later.n}`].filter(Boolean).join('-'),
    omitidas: omitted,
    completitud: await completenessOf(tx, target, mapping, caller),
    ...(grupos > 0 && {
      grupos: { filas: grupos, fuera: gruposFuera, saldo: gruposSaldo, conSaldo: gruposConSaldo, ejemplos: await firstGroups(tx, loadId) },
    }),
    ...(idle.n > 0 && { inactivas: { cuentas: idle.n, ejemplos: idle.first } }),
    negociosCreados: created.map(({ name }) => name),
    reabre: {
      total: total + mates.total,
      enviados: enviados + mates.enviados,
      revision: revision + mates.revision,
      aprobados: aprobados + mates.aprobados,
      rechazados: rechazados + mates.rechazados,
      cambio,
      ...(cambios && cambios.length > 1 && { cambios }),
      ...(later.n > 0 && { despues: later.n }),
    },
  }
}

const EXAMPLES = 4
const firstGroups = (tx: Db, loadId: number) =>
  rows(
    tx,
    sql<{ CUENTA: string; NOMBRE: string | null }>`select code as "CUENTA", min(name) as "NOMBRE" from load_row
      where load_id = ${loadId} and sum_of is not null and class <> 'rechazada' and code is not null group by code order by min(position) limit ${EXAMPLES}`,
  )
