import { jest } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, testServer } from '../../lab/testing/server.ts'

// Starting an embedded database takes seconds on few cores.
jest.setTimeout(240_000)

export type World = Awaited<ReturnType<typeof world>>

/**
 * Test world of figures: 40 accounts in three departments of two businesses over four periods (2025-10 and 2026-08 closed, 2026-09 closing,
 * 2026-10 open), 2026-10 with two groups, in every state, early, late and overdue, rejected and reopened, in two currencies, with and
 * without differences, comments and material movements. One account has a balance and no analyst. Accounts are analysed every month today; what they
 * were analysed by then differs.
 */
export async function world() {
  const server = await testServer()
  const { db } = server
  const who = await organisation(server)
  await sql`insert into sub_management (business_id, name) values (1, 'Finanzas'), (2, 'Riesgos')`.execute(db)
  await sql`insert into department (business_id, name, sub_management_id, chief_id) values (1, 'Cuentas por pagar', 1, ${who.otherJefatura.id})`.execute(
    db,
  )
  await sql`update department set sub_management_id = case business_id when 1 then 1 end where id <> 3`.execute(db)
  await sql`insert into heading (code, name, parent_id) values ('1', 'Activo', null), ('11', 'Disponible', 1), ('2', 'Pasivo', null)`.execute(
    db,
  )
  await sql`insert into period (name, status_id, due_analyst, due_jefatura, due_control, due_close, opened_at, closed_at)
    select name, status, due, due + interval '1 day', due + interval '2 days', due + interval '4 days', due - interval '6 days', case when status = 3 then due + interval '3 days' end
    from (values ('2025-10', 3, '2025-11-06 21:00Z'::timestamptz), ('2026-08', 3, '2026-09-04 21:00Z'), ('2026-09', 2, now() - interval '20 days'), ('2026-10', 1, now() + interval '20 hours'))
      as p(name, status, due)`.execute(db)
  await sql`insert into account (business_id, code, name, department_id, heading_id, currency, analyst_id, risk)
    select case when n % 4 = 0 then 2 else 1 end, (1000 + n)::text, 'Cuenta ' || n, case when n % 4 = 0 then 2 when n % 4 = 1 then 3 else 1 end, 1 + n % 3,
      case when n % 7 = 0 then 'USD' else 'BRL' end, case when n % 4 = 0 then ${who.otherAnalista.id}::int else ${who.analista.id}::int end, (array['A', 'M', 'B'])[1 + n % 3]
    from generate_series(1, 40) n`.execute(db)
  await sql`insert into account (business_id, code, name, department_id, currency) values (1, '9999', 'Sin analista', 1, 'BRL')`.execute(db)
  await sql`alter table balance disable trigger user`.execute(db)
  await sql`alter table analysis disable trigger user`.execute(db)
  await sql`insert into balance_load (period_id, file_name, size, sha256, status, loaded_by, loaded_at, confirmed_at)
    select id, 'saldos.xlsx', 1, 'x', 'confirmada', ${who.control.id}, due_analyst - interval '5 days', due_analyst - interval '5 days' from period order by id`.execute(
    db,
  )
  await sql`insert into balance (period_id, account_id, amount, load_id)
    select p.id, a.id, case when a.id % 9 = 0 then 0 else a.id * 1000.50 * (case when a.id % 5 = 0 then -1 else 1 end) + p.id end, p.id from period p cross join account a`.execute(
    db,
  )
  await sql`insert into analysis (period_id, account_id, country_id, business_id, department_id, sub_management_id, heading_id, analyst_id, risk, frequency, currency, balance, previous, value, comment,
      materiality, state_main, state_jefatura, state_control, due_analyst, due_jefatura, due_control, generated_by_load, submitted_at, first_submitted_at, jefatura_at, jefatura_by,
      control_at, control_by, rejection, rejections_jefatura, rejections_control, reopenings, version, auto)
    select s.period_id, s.account_id, 1, s.business_id, s.department_id, s.sub, s.heading_id, s.analyst_id, s.risk, (array['MENSUAL', 'TRIMESTRAL', 'MENSUAL', 'SEMESTRAL', 'MENSUAL', 'ANUAL'])[1 + (s.account_id / 2 + s.period_id) % 6], s.currency, s.amount, s.amount * 0.9,
      case when s.sent then s.amount - case s.h % 4 when 0 then 0 when 1 then 0.01 when 2 then 125.75 else -40000 end end, case when s.sent and s.h % 3 > 0 then 'Conciliado' end,
      (array['no_material', 'menor', 'material', 'critica'])[1 + s.h % 4], s.state, case s.state when 2 then 4 else s.state end, case s.state when 2 then 1 when 4 then 4 end,
      s.due_analyst, s.due_jefatura, s.due_control, s.period_id, case when s.sent then s.at end, case when s.sent then s.at - interval '1 hour' end,
      case when s.state > 1 then s.at + interval '20 hours' end, case when s.state > 1 then s.chief_id end,
      case when s.state = 4 then s.at + interval '44 hours' end, case when s.state = 4 then ${who.control.id}::int end,
      case when s.state = 3 then 'Falta el sustento' end, (s.state = 3)::int + (s.h % 6 = 0 and s.sent)::int, (s.h % 10 = 0 and s.sent)::int, (s.h % 8 = 0 and s.sent)::int, s.sent::int, s.state = 4 and s.h % 5 = 1
    from (
      select k.*, k.state > 1 or k.h % 2 = 0 as sent, case k.status when 1 then k.due_analyst - interval '100 hours' + k.h * interval '1 hour' else k.due_analyst - interval '70 hours' + k.h * interval '3 hours' end as at
      from (
        select p.id as period_id, p.status_id as status, c.id as account_id, c.business_id, c.department_id, d.sub_management_id as sub, c.heading_id, c.analyst_id, c.risk, c.currency, d.chief_id, b.amount,
          p.due_analyst - (case when c.id % 3 = 0 and p.status_id = 1 then interval '30 hours' else interval '0' end) as due_analyst, p.due_jefatura, p.due_control, m.h,
          case p.status_id when 3 then case when m.h < 30 then 4 when m.h < 34 then 3 else 1 end
            when 2 then case when m.h < 24 then 4 when m.h < 30 then 2 when m.h < 33 then 3 else 1 end
            else case when m.h < 8 then 4 when m.h < 18 then 2 when m.h < 22 then 3 else 1 end end as state
        from period p cross join account c join department d on d.id = c.department_id join balance b on b.period_id = p.id and b.account_id = c.id
        cross join lateral (select (c.id * 7 + p.id * 3) % 40 as h) m where c.analyst_id is not null) k) s
    order by 1, 2`.execute(db)
  // The members of a group have the state of the first.
  await sql`insert into analysis_group (period_id, business_id, analyst_id, name, created_by) select 4, 1, ${who.analista.id}, name, ${who.analista.id} from (values ('Bancos'), ('Fondos')) g(name)`.execute(
    db,
  )
  await sql`with members as (select id, group_id, first_value(id) over (partition by group_id order by id) as lead from
      (select a.id, 1 + (row_number() over (order by a.id) > 3)::int as group_id from analysis a where a.period_id = 4 and a.department_id = 1 and a.currency = 'BRL' order by a.id limit 5) x)
    update analysis a set group_id = m.group_id, state_main = l.state_main, state_jefatura = l.state_jefatura, state_control = l.state_control, version = l.version,
      submitted_at = l.submitted_at, first_submitted_at = l.first_submitted_at, jefatura_at = l.jefatura_at, control_at = l.control_at, comment = l.comment,
      value = case when l.value is not null then a.balance - 10 end
    from members m join analysis l on l.id = m.lead where a.id = m.id`.execute(db)
  await sql`alter table balance enable trigger user`.execute(db)
  await sql`alter table analysis enable trigger user`.execute(db)

  const get = async (url: string, as = who.administrador, query: object = {}) => {
    const answer = await server.call({ url, as, query: query as Record<string, unknown> })
    if (answer.status !== 200) throw new Error(`${url} ${JSON.stringify(query)}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { ...server, who, get }
}
