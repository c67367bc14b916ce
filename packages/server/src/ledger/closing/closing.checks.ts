import type { Check, POLICY_CHECKS } from '@cuadre/api/closing'
import { sql } from 'kysely'
import { analysisScope, businessScope } from '../../platform/access/scope.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'

export type Found = Omit<Check, 'codigo' | 'resultado' | 'reglas'> & {
  codigo: (typeof POLICY_CHECKS)[number]
  /** Identifies what was found, its amounts, and how the policy judges it. */
  mark: string
}

/** A cent is rounding. */
const sent = sql`(a.submitted_at is not null)`
const differs = sql`(${sent} and abs(a.difference) > 0.01)`
const unexplained = sql`coalesce(trim(a.comment), '') = ''`
const open = sql`(a.state_main <> ${state.aprobado})`
/** Whoever has to act; nobody by name where it waits for control. */
const acts = sql`case when a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null) then a.analyst_id
  when a.state_main = ${state.pendiente} then d.chief_id end`

/** What an analysis is found for, with the amount that counts. */
const analyses = (caller: Caller, id: number) => sql`
  select v.code, a.id, a.risk::text as risk, a.currency::text as currency, v.amount, v.person, a.account_id, ${analysisScope(caller)} as seen
  from analysis a left join department d on d.id = a.department_id cross join lateral (values
    ('criticas_sin_aprobar', a.materiality = 'critica' and ${open}, abs(case when ${sent} then a.difference else a.balance end), ${acts}),
    ('criticas_sin_explicar', a.materiality = 'critica' and ${differs} and ${unexplained}, abs(a.difference), a.analyst_id),
    ('no_aprobados', ${open}, abs(a.balance), ${acts}),
    ('sin_sustentar', not ${sent} and a.balance <> 0, abs(a.balance), a.analyst_id),
    ('diferencia_sin_explicar', ${differs} and (${unexplained} or ${open}), abs(a.difference), a.analyst_id)
  ) v(code, holds, amount, person) where a.period_id = ${id} and v.holds`

const others = (caller: Caller, id: number) => sql`
  select 'prorrogas', e.id, a.risk::text, a.currency::text, null::numeric, case when e.role = 'ANALISTA' then d.chief_id end, a.account_id, ${analysisScope(caller)}
  from extension e join analysis a on a.id = e.analysis_id left join department d on d.id = a.department_id where a.period_id = ${id} and e.approved is null
  union all
  select 'saldos_sin_asignar', b.id, c.risk::text, c.currency::text, abs(b.amount), null::int, c.id, ${businessScope(caller, sql`c.business_id`)}
  from balance b join account c on c.id = b.account_id
  where b.period_id = ${id} and b.amount <> 0 and falls_due(c.frequency, (select name from period where id = ${id}))
    and not exists (select from analysis a where a.period_id = b.period_id and a.account_id = b.account_id)
  union all
  select 'saldos_por_cargar', c.id, c.risk::text, c.currency::text, abs(o.amount), null::int, c.id, ${businessScope(caller, sql`c.business_id`)}
  from balance o join account c on c.id = o.account_id
  where o.period_id = (select e.id from period e where e.name < (select name from period where id = ${id}) order by e.name desc limit 1)
    and o.amount <> 0 and c.active and not exists (select from balance b where b.period_id = ${id} and b.account_id = o.account_id)
  union all
  select 'grupos', a.group_id, case when bool_or(a.risk = 'A') then 'A' when bool_or(a.risk = 'M') then 'M' else 'B' end, min(a.currency), null, min(a.analyst_id),
    min(a.account_id), bool_or(${analysisScope(caller)})
  from analysis a where a.period_id = ${id} and a.group_id is not null
  group by a.group_id having count(distinct (a.state_main, a.state_jefatura, a.state_control, a.version, a.submitted_at)) > 1`

/**
 * What the policy's checks find in the whole period, regardless of scope; people and samples are of the caller's. Amounts are by currency,
 * each compared in its own.
 */
export const policyChecks = (db: Db, caller: Caller, id: number) =>
  rows(
    db,
    sql<Found>`with found as (${analyses(caller, id)} union all ${others(caller, id)}),
      judged as materialized (select f.*, case when coalesce(f.amount, 0) >= (l.level ->> 'bloqueo')::numeric then 'bloquea'
          when coalesce(f.amount, 0) >= (l.level ->> 'aviso')::numeric then 'aviso' else 'apagada' end as result
        from found f cross join (select checks from closing_policy order by id desc limit 1) p cross join lateral (select p.checks -> f.code -> f.risk as level) l),
      money as (select m.code, json_agg(json_build_object('MONEDA', m.currency, 'monto', m.total::text) order by m.currency) as list
        from (select code, currency, sum(amount) as total from judged where amount is not null group by 1, 2) m group by 1),
      person as (select w.code, count(*)::int as n, json_agg(json_build_object('ID_USUARIO', w.person, 'NOMBRE', w.name, 'cantidad', w.n) order by w.place) filter (where w.place <= 5) as list
        from (select j.code, j.person, u.name, count(*)::int as n, row_number() over (partition by j.code order by count(*) desc, u.name) as place
          from judged j join app_user u on u.id = j.person where j.seen group by 1, 2, 3) w group by 1),
      sample as (select s.code, json_agg(json_build_object('CUENTA', c.code, 'NOMBRE_CUENTA', c.name, 'NEGOCIO', b.name, 'MONEDA', s.currency, 'monto', s.amount::text) order by s.place) as list
        from (select code, account_id, currency, amount, row_number() over (partition by code order by array_position('{bloquea,aviso}', result), amount desc nulls last, id) as place
          from judged where seen) s join account c on c.id = s.account_id join business b on b.id = c.business_id where s.place <= 3 group by 1)
      select t.code as codigo, t.n as cantidad, t.blocking as bloquean, t.warning as avisan, t.mark, coalesce(m.list, '[]') as montos, coalesce(p.n, 0) as personas,
        coalesce(p.list, '[]') as quien, coalesce(s.list, '[]') as ejemplos
      from (select code, count(*)::int as n, count(*) filter (where result = 'bloquea')::int as blocking, count(*) filter (where result = 'aviso')::int as warning,
          md5(string_agg(concat_ws(':', id, result, amount), ',' order by id)) as mark from judged group by 1) t
        left join money m on m.code = t.code left join person p on p.code = t.code left join sample s on s.code = t.code`,
  )
