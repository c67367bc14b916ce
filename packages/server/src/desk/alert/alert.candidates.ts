import { createHash } from 'node:crypto'
import { type PageAddress, pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from '../../platform/access/has-key.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { moment } from '../../platform/database/moment.ts'
import type { Template, TemplateParams } from '../../platform/mail/templates.ts'
import { differing, unexplained } from '../../workflow/analysis/measures.ts'
import { stateLimits } from '../../workflow/status/state-limit.ts'
import { type Clock, calendarDays, workingDates, workingTimeBefore } from './alert.days.ts'

/** The part of an alert that decides who is notified of what. */
export type Rule = {
  type_id: number
  country_id: number | null
  business_id: number | null
  department_id: number | null
  threshold: string | null
  days: number[]
  hours: number | null
  recipients: { responsable: boolean; superior: boolean; roles: number[]; usuarios: number[] }
  escalate_hours: number | null
  message: string | null
  name: string
}

/** A finding of an alert: one or more items of the same person and place. */
export type Candidate = {
  /** Identifies what a person is notified of at most once a day. */
  item: string
  responsible: number | null
  superior: number | null
  country_id: number | null
  business_id: number | null
  department_id: number | null
  /** The analysis, where it is about one. */
  analysis?: number
  /** Start of the escalation time, ISO. */
  since: string | null
  n: number
  template: Template
  params: TemplateParams
  route: PageAddress | null
}

type Found = Omit<Candidate, 'template' | 'route'>

/** The current findings of a scheduled alert. Types about people's actions find nothing here. */
export async function candidates(db: Db, rule: Rule, { now, calendar }: Clock): Promise<Candidate[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const found = async (template: Template, route: PageAddress | null, query: RawBuilder<unknown>): Promise<Candidate[]> =>
    (await rows(db, query as ReturnType<typeof sql<Found>>)).map((one) => ({ ...one, template, route }))
  const localDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${calendar.zone})::date`
  const inDays = (moment: RawBuilder<unknown>) =>
    sql`${moment} >= ${at} and ${localDay(moment)} = any(${workingDates(rule.days, { now, calendar })}::date[])`

  /** What is in its state for longer than it may be, to whom that state belongs, in the words of each language. */
  const overLimit = async () => {
    const limits = await rows(
      db,
      sql<{ id: number; hours: number }>`select id, sla_hours as hours from analysis_status where sla_hours is not null`,
    )
    const latest = limits.map(({ hours }) => workingTimeBefore(hours * 60, now, calendar).toISOString())
    return found(
      'limite_de_estado',
      pageLink('/home'),
      overStateLimit(
        limits.map(({ id }) => id),
        latest,
      ),
    )
  }

  switch (rule.type_id) {
    case 7:
      return found('por_vencer', pageLink('/home'), waiting('por_vencer', inDays(sql`s.due`), sql`null::timestamptz`))
    case 8:
      return [
        ...(await found('vencido', pageLink('/home'), waiting('vencido', sql`s.due < ${at}`, sql`min(s.due)`))),
        ...(await overLimit()),
      ]
    case 17: {
      const hours = rule.hours ?? 18
      const before = workingTimeBefore(hours * 60, now, calendar).toISOString()
      return found(
        'cola_detenida',
        pageLink('/cuentas/analisis'),
        waiting('cola', sql`s.level <> 'analista' and s.since <= ${before}::timestamptz`, sql`min(s.since)`, { hours }),
      )
    }
    case 14:
      return found(
        'material_sin_explicar',
        pageLink('/home'),
        // A comment explains once it is sent.
        sql`select 'material:' || p.name || ':' || a.analyst_id || ':' || coalesce(a.department_id, 0) as item, a.analyst_id as responsible, d.chief_id as superior,
            a.country_id, a.business_id, a.department_id, null::text as since, count(*)::int as n, jsonb_build_object('period', p.name) as params
          from analysis a join period p on p.id = a.period_id and p.status_id <> ${periodStatus.cerrado} left join department d on d.id = a.department_id
          where a.materiality in ('material', 'critica') and (a.submitted_at is null or coalesce(trim(a.comment), '') = '') and a.state_main <> ${state.aprobado}
            and abs(a.balance - coalesce(a.previous, 0)) >= ${rule.threshold ?? '0'}::numeric
          group by p.name, a.analyst_id, d.chief_id, a.country_id, a.business_id, a.department_id`,
      )
    case 15: {
      const days = rule.days.length > 0 ? rule.days : [60]
      return found(
        'diferencia_antigua',
        pageLink('/home'),
        // What was submitted and is not explained and approved, at the age at which statistics count it (K19); told with the most days that it has passed.
        sql`with newest as (select distinct on (a.account_id) a.* from analysis a join period p on p.id = a.period_id order by a.account_id, p.name desc),
          open as (
            select a.analyst_id, a.country_id, a.business_id, a.department_id,
              ${localDay(at)} - ((difference_since(a.account_id, a.period_id) + interval '1 month')::date - 1) as age
            from newest a where ${differing} and ${unexplained} > 0 and abs(a.difference) >= ${rule.threshold ?? '0'}::numeric),
          old as (select o.*, (select max(d) from unnest(${days}::int[]) d where d < o.age) as days from open o)
          select 'diferencia:' || o.analyst_id || ':' || coalesce(o.department_id, 0) || ':' || o.business_id || ':' || o.days as item, o.analyst_id as responsible,
            d.chief_id as superior, o.country_id, o.business_id, o.department_id, null::text as since, count(*)::int as n,
            jsonb_build_object('business', b.name, 'days', o.days) as params
          from old o join business b on b.id = o.business_id left join department d on d.id = o.department_id
          where o.days is not null group by o.analyst_id, d.chief_id, o.country_id, o.business_id, b.name, o.department_id, o.days`,
      )
    }
    case 16: {
      const lone = await found(
        'cuenta_sin_asignar',
        null,
        // Without a head, control of the business is responsible.
        sql`with newest as (select id, name from period where status_id <> ${periodStatus.cerrado} order by name desc limit 1), lone as (
            select c.business_id, c.department_id, b.country_id, b.name as business, d.chief_id, p.id as period_id, p.name as period, count(*)::int as n
            from newest p join balance l on l.period_id = p.id and l.amount <> 0 join account c on c.id = l.account_id and c.active and c.analyst_id is null
              join business b on b.id = c.business_id left join department d on d.id = c.department_id
            group by c.business_id, c.department_id, b.country_id, b.name, d.chief_id, p.id, p.name)
          select 'sin_asignar:' || o.period || ':' || o.business_id || ':' || coalesce(o.department_id, 0) as item, r.id as responsible, null::int as superior,
            o.country_id, o.business_id, o.department_id, null::text as since, o.n, jsonb_build_object('business', o.business, 'period', o.period, 'period_id', o.period_id) as params
          from lone o left join lateral (select o.chief_id as id where o.chief_id is not null
            union select u.id from (${controllers}) u where o.chief_id is null and u.country_id = o.country_id and (u.business_id is null or u.business_id = o.business_id)) r on true`,
      )
      return lone.map((one) => ({
        ...one,
        route: accountsOf(one, { statusId: '1', filterByPeriod: Number(one.params.period_id), conSaldo: 'true' }),
      }))
    }
    case 25: {
      const due = await found(
        'riesgo_por_revisar',
        null,
        // Who may rate it is control of the business.
        sql`with due as (
            select c.business_id, c.department_id, b.country_id, b.name as business, count(*)::int as n from account c join business b on b.id = c.business_id
            where c.active and c.risk_at <= ${at} - interval '1 year' group by c.business_id, c.department_id, b.country_id, b.name)
          select 'riesgo:' || o.business_id || ':' || coalesce(o.department_id, 0) as item, u.id as responsible, null::int as superior, o.country_id, o.business_id,
            o.department_id, null::text as since, o.n, jsonb_build_object('business', o.business) as params
          from due o left join (${controllers}) u on u.country_id = o.country_id and (u.business_id is null or u.business_id = o.business_id)`,
      )
      return due.map((one) => ({ ...one, route: accountsOf(one, { statusId: 'todas', riesgoPorRevisar: 'true' }) }))
    }
    case 19:
      return found(
        'cierre_proximo',
        pageLink('/periodos'),
        // Of each department, so that a place is told of its own and a person of what they answer for.
        sql`select 'cierre:' || p.name || coalesce(':' || a.business_id || ':' || coalesce(a.department_id, 0), '') as item, p.opened_by as responsible, null::int as superior,
            a.country_id, a.business_id, a.department_id, null::text as since, count(a.id) filter (where a.state_main <> ${state.aprobado})::int as n,
            jsonb_build_object('period', p.name, 'due', ${moment(sql`p.due_close`)})
              || jsonb_strip_nulls(jsonb_build_object('zone', (select k.zone from calendar k where k.country_id = a.country_id))) as params
          from period p left join analysis a on a.period_id = p.id where p.status_id <> ${periodStatus.cerrado} and ${inDays(sql`p.due_close`)}
          group by p.id, a.country_id, a.business_id, a.department_id`,
      )
    case 21: {
      // If another provider manages passwords, there is nothing to check.
      if (!(await exists(db, 'identity.account'))) return []
      return found(
        'contrasena_por_vencer',
        pageLink('/profile'),
        sql`with limits as (select password_days(u.id) as days, u.id, u.department_id, l.sub from app_user u join identity_link l on l.user_id = u.id),
          ends as (select m.id, m.department_id, ${localDay(sql`(i.password_changed_at + make_interval(days => m.days))`)} - ${localDay(at)} as days
            from limits m join identity.account i on i.sub = m.sub and i.enabled where m.days > 0)
          select 'contrasena:' || e.id as item, e.id as responsible, d.chief_id as superior, b.country_id, d.business_id, e.department_id, null::text as since, 1 as n,
            jsonb_build_object('days', e.days) as params
          from ends e left join department d on d.id = e.department_id left join business b on b.id = d.business_id where e.days = any(${calendarDays(rule.days, { now, calendar })}::int[])`,
      )
    }
    case 22: {
      if (!(await exists(db, 'auditor'))) return []
      const ending = await found(
        'acceso_auditor_por_vencer',
        pageLink('/auditores'),
        // An alert of a place is about those who audit there.
        sql`select 'auditor:' || a.user_id as item, r.id as responsible, null::int as superior, ${rule.country_id}::int as country_id,
            ${rule.business_id}::int as business_id, ${rule.department_id}::int as department_id, null::text as since, 1 as n, jsonb_build_object('who', u.name, 'days', a.valid_until - ${localDay(at)}) as params
          from auditor a join app_user u on u.id = a.user_id and u.active
            cross join lateral (select a.user_id as id union select user_id from user_role where role_id = ${ROLE.administrador}) r
          where a.valid_until - ${localDay(at)} = any(${calendarDays(rule.days, { now, calendar })}::int[])
            and (${rule.country_id}::int is null or exists (select from user_scope s where s.user_id = a.user_id and s.country_id = ${rule.country_id}::int
              and (s.business_id is null or ${rule.business_id}::int is null or s.business_id = ${rule.business_id}::int)))`,
      )
      // The page of auditors is not the auditor's own to open.
      return ending.map((one) => (one.item === `auditor:${one.responsible}` ? { ...one, route: pageLink('/profile') } : one))
    }
    case 23: {
      const late = await found(
        'ticket_vencido',
        null,
        // Whoever has it and no longer works here answers nothing: then it is anybody's, as one that nobody has.
        sql`select 'ticket:' || t.id as item, r.id as responsible, null::int as superior, t.country_id, t.business_id, null::int as department_id,
            ${moment(sql`t.due_at`)} as since, 1 as n, jsonb_build_object('id', t.id, 'subject', t.subject, 'due', ${moment(sql`t.due_at`)})
              || jsonb_strip_nulls(jsonb_build_object('zone', (select k.zone from calendar k where k.country_id = t.country_id))) as params
          from ticket t left join app_user h on h.id = t.assignee_id and h.active left join lateral (select h.id where h.id is not null
            union select u.id from (${controllers}) u where h.id is null and t.country_id = u.country_id and (u.business_id is null or t.business_id is null or u.business_id = t.business_id)
            union select user_id from user_role where h.id is null and role_id = ${ROLE.administrador}) r on true
          where t.due_at < ${at}`,
      )
      return late.map((one) => ({ ...one, route: pageLink('/ayuda/solicitudes-recibidas', { ticket: Number(one.params.id) }) }))
    }
    case 24:
      return [
        {
          // Of two that are told on one day each is told.
          item: `anuncio:${createHash('sha256')
            .update(JSON.stringify([rule.name, rule.message]))
            .digest('hex')
            .slice(0, 16)}`,
          responsible: null,
          superior: null,
          country_id: rule.country_id,
          business_id: rule.business_id,
          department_id: rule.department_id,
          since: null,
          n: 1,
          template: 'anuncio',
          params: { title: rule.name, message: rule.message ?? '' },
          route: pageLink('/home'),
        },
      ]
    default:
      return []
  }
}

/** The active accounts of the business that a message names. */
const accountsOf = ({ business_id }: Pick<Candidate, 'business_id'>, which: Record<string, string | number>) =>
  pageLink('/cuentas', { ...which, businessId: business_id, activa: 'true' })

/** Analyses of open periods that wait for the analyst, the head or control (everybody with the business). */
const waiting = (what: string, which: RawBuilder<unknown>, since: RawBuilder<unknown>, more: TemplateParams = {}) => sql`
  with steps as (
    select 'analista' as level, a.period_id, a.analyst_id as responsible, d.chief_id as superior, a.country_id, a.business_id, a.department_id, a.due_analyst as due, null::timestamptz as since
    from analysis a left join department d on d.id = a.department_id where a.state_main in (${state.pendiente}, ${state.rechazado}) and (a.state_main = ${state.rechazado} or a.submitted_at is null)
    union all
    select 'jefatura', a.period_id, d.chief_id, m.manager_id, a.country_id, a.business_id, a.department_id, a.due_jefatura, a.submitted_at
    from analysis a join department d on d.id = a.department_id left join sub_management m on m.id = d.sub_management_id where a.state_main = ${state.pendiente} and a.submitted_at is not null
    union all
    select 'control', a.period_id, null, null, a.country_id, a.business_id, a.department_id, a.due_control, a.jefatura_at from analysis a where a.state_main = ${state.revision}
  ), few as (
    select s.level, p.name as period, s.responsible, s.superior, s.country_id, s.business_id, s.department_id, s.due, count(*)::int as n, ${since} as since
    from steps s join period p on p.id = s.period_id and p.status_id <> ${periodStatus.cerrado} where ${which}
    group by s.level, p.name, s.responsible, s.superior, s.country_id, s.business_id, s.department_id, s.due
  )
  select ${what} || ':' || f.level || ':' || f.period || ':' || f.business_id || ':' || coalesce(f.department_id, 0) || ':' || coalesce(f.responsible, 0) || ':' || extract(epoch from f.due)::bigint as item,
    r.id as responsible, f.superior, f.country_id, f.business_id, f.department_id, ${moment(sql`f.since`)} as since, f.n,
    jsonb_build_object('level', f.level, 'period', f.period, 'due', ${moment(sql`f.due`)})
      || jsonb_strip_nulls(jsonb_build_object('zone', (select k.zone from calendar k where k.country_id = f.country_id))) || ${JSON.stringify(more)}::jsonb as params
  from few f left join lateral (select f.responsible as id where f.level <> 'control'
    union select u.id from (${deciders}) u where f.level = 'control' and u.country_id = f.country_id and (u.business_id is null or u.business_id = f.business_id)) r on true`

/** `latest`: the last moment, for each state, since which its hours have passed. */
const overStateLimit = (ids: readonly number[], latest: readonly string[]) => sql`
  with over as (
    select l.period, s.id, s.level, s.name_es, s.name_en, l.hours, case s.level when 'ANALISTA' then l.analyst_id when 'JEFATURA' then d.chief_id end as responsible,
      case s.level when 'ANALISTA' then d.chief_id end as superior, l.country_id, l.business_id, l.department_id, count(*)::int as n, min(l.since) as since
    from ${stateLimits} l join analysis_status s on s.id = l.status_id join unnest(${ids}::int[], ${latest}::timestamptz[]) as w(id, latest) on w.id = s.id and l.since <= w.latest
      left join department d on d.id = l.department_id
    group by l.period, s.id, l.hours, l.analyst_id, d.chief_id, l.country_id, l.business_id, l.department_id
  )
  select 'limite:' || o.id || ':' || o.period || ':' || o.business_id || ':' || coalesce(o.department_id, 0) || ':' || coalesce(o.responsible, 0) as item,
    r.id as responsible, o.superior, o.country_id, o.business_id, o.department_id, ${moment(sql`o.since`)} as since, o.n,
    jsonb_build_object('period', o.period, 'status_es', o.name_es, 'status_en', o.name_en, 'hours', o.hours) as params
  from over o left join lateral (select o.responsible as id where o.level <> 'CONTROL'
    union select u.id from (${deciders}) u where o.level = 'CONTROL' and u.country_id = o.country_id and (u.business_id is null or u.business_id = o.business_id)) r on true`

/** Who may decide at control: whoever was denied that is not told to. */
const deciders = sql`select u.id, s.country_id, s.business_id from app_user u join user_role r on r.user_id = u.id and r.role_id = ${ROLE.control} join user_scope s on s.user_id = u.id
  where u.active and ${hasKey('analysis.control.decide')}`
const controllers = sql`select u.id, s.country_id, s.business_id from app_user u join user_role r on r.user_id = u.id and r.role_id = ${ROLE.control} join user_scope s on s.user_id = u.id where u.active`

const exists = async (db: Db, table: string) =>
  (await row(db, sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`))!.there
