import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import { type Db, transaction } from '../../platform/database/index.ts'
import { figures } from './figures.ts'
import { person } from './place.ts'

const PERIODS = 24

/**
 * Creates analyses of 24 periods in bulk: accounts with the codes and names of the real balances in as many businesses as needed, with
 * three departments each and `perAnalyst` accounts per analyst. All periods but the last two are closed with nearly everything approved;
 * the one before the last is closing; in the last one the work is half done. Submitted analyses have a file.
 * @returns the periods, oldest first
 */
export async function makeAnalyses(
  db: Db,
  count: number,
  perAnalyst = 2_000,
): Promise<{ accounts: number; analysts: number; periods: string[] }> {
  const accounts = Math.ceil(count / PERIODS)
  const analysts = Math.max(2, Math.round(accounts / perAnalyst))
  const first = DateTime.utc().startOf('month').minus({ months: PERIODS })
  const periods = Array.from({ length: PERIODS }, (_, i) => first.plus({ months: i }).toFormat('yyyy-MM'))
  await people(db, analysts)
  await transaction(db, async (tx) => {
    await organisation(tx, accounts, analysts)
    await sql`insert into period (id, name, status_id, due_analyst, due_jefatura, due_control, due_close, opened_at, closed_at)
      select at, name, case when at < ${PERIODS - 1} then 3 when at = ${PERIODS - 1} then 2 else 1 end, due, due + interval '1 day', due + interval '2 days', due + interval '4 days',
        due - interval '6 days', case when at < ${PERIODS - 1} then due + interval '3 days' end
      from (select at::int, name, (name || '-06 21:00Z')::timestamptz + interval '1 month' as due from unnest(${periods}::text[]) with ordinality as u(name, at)) p`.execute(
      tx,
    )
    await withoutChecks(tx, ['analysis', 'analysis_file'], async () => {
      await analyses(tx, count)
      await files(tx)
    })
  })
  // What autovacuum does by itself on a real server: statistics, and the visibility map.
  await sql`vacuum analyze`.execute(db)
  return { accounts, analysts, periods }
}

async function people(db: Db, analysts: number) {
  await person(db, 'administrador', ROLE.administrador)
  await person(db, 'control', ROLE.control)
  for (let i = 1; i <= 10; i++) await person(db, `jefatura${i}`, ROLE.jefatura)
  for (let i = 1; i <= analysts; i++) await person(db, `analista${i}`, ROLE.analista)
}

async function organisation(tx: Db, accounts: number, analysts: number) {
  const real = [...new Map([...figures('2026-01', 2_000)].map(({ account, accountName }) => [account, accountName]))]
  const businesses = Math.ceil(accounts / real.length)
  await sql`insert into country (id, name, iso, currency) values (1, 'Brasil', 'BR', 'BRL')`.execute(tx)
  await sql`insert into business (id, country_id, name, code, currency)
    select n, 1, 'Banco ' || n, lpad(n::text, 8, '0'), 'BRL' from generate_series(1, ${businesses}::int) n`.execute(tx)
  await sql`insert into department (id, business_id, name, chief_id)
    select n, (n + 2) / 3, (array['Contabilidad', 'Tesorería', 'Créditos'])[1 + n % 3], (select id from app_user where username = 'jefatura' || 1 + n % 10)
    from generate_series(1, ${businesses * 3}::int) n`.execute(tx)
  await sql`insert into heading (id, name) select n, 'Rubro ' || n from generate_series(1, 40) n`.execute(tx)
  await sql`insert into account (id, business_id, code, name, heading_id, department_id, currency, analyst_id, risk)
    select n, b, r.code, r.name, 1 + n % 40, 3 * (b - 1) + 1 + n % 3, 'BRL', u.id, (array['A', 'M', 'M', 'B'])[1 + n % 4]
    from (select n, 1 + (n - 1) / ${real.length}::int as b, 1 + (n - 1) % ${real.length}::int as at from generate_series(1, ${accounts}::int) n) k
    join unnest(${real.map(([code]) => code)}::text[], ${real.map(([, name]) => name)}::text[]) with ordinality as r(code, name, at) on r.at = k.at
    join app_user u on u.username = 'analista' || 1 + n % ${analysts}::int order by n`.execute(tx)
}

/** `h` is a pseudo-random number of 0 to 999, the same in every run. */
const analyses = (tx: Db, count: number) =>
  sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, heading_id, analyst_id, risk, frequency, currency, balance, previous, value, comment,
      materiality, state_main, state_jefatura, state_control, due_analyst, due_jefatura, due_control, submitted_at, first_submitted_at, jefatura_at, jefatura_by,
      control_at, control_by, rejection, rejections_jefatura, version, revision)
    select s.period_id, s.account_id, 1, s.business_id, s.department_id, s.heading_id, s.analyst_id, s.risk,
      case s.account_id % 20 when 7 then 'TRIMESTRAL' when 13 then 'SEMESTRAL' when 19 then 'ANUAL' else 'MENSUAL' end, 'BRL', s.balance, s.balance * 0.97,
      case when s.sent then case when s.h % 10 = 0 then s.balance - 100 else s.balance end end, case when s.sent and s.h % 3 = 0 then 'Movimiento propio del mes' end,
      case when s.h < 20 then 'critica' when s.h < 120 then 'material' when s.h < 400 then 'menor' else 'no_material' end,
      s.state, case s.state when 2 then 4 else s.state end, case when s.state in (2, 4) then case s.state when 2 then 1 else 4 end end,
      s.due_analyst, s.due_jefatura, s.due_control, case when s.sent then s.at end, case when s.sent then s.at end,
      case when s.state > 1 then s.at + interval '1 day' end, case when s.state > 1 then s.chief_id end,
      case when s.state = 4 then s.at + interval '2 days' end, case when s.state = 4 then 2 end,
      case when s.state = 3 then 'Falta el sustento del saldo' end, (s.state = 3)::int, s.sent::int, 1 + s.sent::int + s.state
    from (
      select k.*, k.state > 1 or k.h % 2 = 0 as sent, k.due_analyst - interval '30 hours' + k.h * interval '3 minutes' as at
      from (
        select p.id as period_id, c.id as account_id, c.business_id, c.department_id, c.heading_id, c.analyst_id, c.risk, d.chief_id, m.h,
          p.due_analyst, p.due_jefatura, p.due_control, round(((c.id * 7919::bigint + p.id * 104729) % 1000000007) / 7.0, 2) as balance,
          case p.status_id when 3 then case when m.h < 985 then 4 when m.h < 990 then 3 else 1 end
            when 2 then case when m.h < 900 then 4 when m.h < 960 then 2 when m.h < 970 then 3 else 1 end
            else case when m.h < 200 then 4 when m.h < 450 then 2 when m.h < 500 then 3 else 1 end end as state
        from period p cross join account c join department d on d.id = c.department_id
        cross join lateral (select (c.id * 31 + p.id * 17 + c.id / 7) % 1000 as h) m
        order by p.id, c.id limit ${count}) k) s`.execute(tx)

const files = (tx: Db) =>
  sql`insert into analysis_file (analysis_id, version, name, size, sha256, value, uploaded_by, uploaded_at, kind)
    select id, 1, 'analisis-' || id || '.xlsx', 20000 + id % 5000, md5(id::text) || md5(id::text), coalesce(value, 0), analyst_id, submitted_at, 'xlsx'
    from analysis where version = 1`.execute(tx)

/** Drops foreign keys, indexes and triggers of the tables during `work` and restores them afterwards, which checks all rows at once. */
export async function withoutChecks(tx: Db, tables: string[], work: () => Promise<void>) {
  await sql`create temporary table put_back on commit drop as
    select 1 as first, format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'f' and conrelid = any(${tables}::regclass[])
    union all select 0, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index i
      where indrelid = any(${tables}::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(tx)
  const run = (column: 'gone' | 'back') =>
    sql
      .raw(`do $$ declare s text; begin for s in select ${column} from put_back order by first loop execute s; end loop; end $$`)
      .execute(tx)
  await run('gone')
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
  await work()
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  await run('back')
}
