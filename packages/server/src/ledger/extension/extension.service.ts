import type { Parsed } from '@cuadre/api/endpoint'
import { type askExtension, type decideExtensions, type Extension, type listExtensions, MAX_EXTENSIONS } from '@cuadre/api/extension'
import { pageLink } from '@cuadre/api/pages'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { type RawBuilder, sql } from 'kysely'
import { hasKey } from '../../platform/access/has-key.ts'
import { analysisScope } from '../../platform/access/scope.ts'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { Conflict, Forbidden, Invalid, InvalidMany, NotFound } from '../../platform/errors.ts'
import { record } from '../../platform/event/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import type { TemplateParams } from '../../platform/mail/templates.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { lockPeriods } from '../../workflow/analysis/analysis.steps.repository.ts'

const MIN_COMMENT = 10
type Role = Extension['ROL']
const roleOf = ({ roleId }: Caller): Role | undefined =>
  roleId === ROLE.analista ? 'ANALISTA' : roleId === ROLE.jefatura ? 'JEFATURA' : roleId === ROLE.control ? 'CONTROL' : undefined

/** Nobody leads the department (alias `d`), or whoever does can decide no more. */
const headless = sql`not exists (select from app_user h join user_role l on l.user_id = h.id and l.role_id = ${ROLE.jefatura} where h.id = d.chief_id and h.active)`
/** When nobody of the next level has decided by then, the one above may. */
const undecided = sql`e.asked_at < now() - interval '24 hours'`
/**
 * Whose turn it is to decide: the head for an analyst, control for a head, an administrator for control. Where a department has no head who can
 * decide, or a request has waited a day, the level above decides too. Nobody decides their own request.
 */
function mayDecide({ userId, roleId }: Caller) {
  const other = sql`e.asked_by <> ${userId}`
  if (roleId === ROLE.jefatura) return sql`(e.role = 'ANALISTA' and d.chief_id = ${userId} and ${other})`
  if (roleId === ROLE.control) return sql`((e.role = 'JEFATURA' or (e.role = 'ANALISTA' and (${headless} or ${undecided}))) and ${other})`
  return roleId === ROLE.administrador ? sql`((e.role = 'CONTROL' or (e.role = 'JEFATURA' and ${undecided})) and ${other})` : sql`false`
}
const decidable = (caller: Caller) =>
  sql`(e.approved is null and p.status_id <> ${PERIOD_STATUS.cerrado} and coalesce(${mayDecide(caller)}, false))`
const decision = sql`case when e.approved then 'aprobada' when not e.approved then 'rechazada' when p.status_id = ${PERIOD_STATUS.cerrado} then 'sin_decidir' else 'pendiente' end`
const columns = (
  caller: Caller,
) => sql`e.id as "ID", a.id as "COD_ANALISIS", c.code as "CUENTA", c.name as "NOMBRE_CUENTA", b.name as "NEGOCIO", p.name as "PERIODO", a.group_id as "AGRUPADO_ID",
  (select g.name from analysis_group g where g.id = a.group_id) as "NOMBRE_GRUPO", e.role as "ROL",
  coalesce((select min(f.old_due) from extension f where f.analysis_id = e.analysis_id and f.role = e.role), e.old_due) as "VENCE_PRIMERO", e.old_due as "VENCE_ORIGINAL",
  case e.role when 'ANALISTA' then a.due_analyst when 'JEFATURA' then a.due_jefatura else a.due_control end as "VENCE_ACTUAL", e.new_due as "VENCE_NUEVO", e.reason as "MOTIVO", u.name as "SOLICITANTE", e.asked_at as "FECHA",
  e.asked_at + interval '24 hours' as "DECIDIR_ANTES_DE", ${decision} as "ESTADO",
  w.name as "DECIDIO", e.decided_at as "FECHA_DECISION", e.comment as "COMENTARIO",
  ${decidable(caller)} as "PUEDE_DECIDIR"`
const from = sql`extension e join analysis a on a.id = e.analysis_id join account c on c.id = a.account_id join business b on b.id = a.business_id join period p on p.id = a.period_id
  join app_user u on u.id = e.asked_by left join app_user w on w.id = e.decided_by left join department d on d.id = a.department_id`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listExtensions>['query']) =>
  page<Extension, typeof query>(db, query, {
    select: columns(caller),
    from,
    where: all(
      analysisScope(caller),
      query.periodId !== undefined && sql`a.period_id = ${query.periodId}`,
      query.analysisId !== undefined && sql`a.id = ${query.analysisId}`,
      query.estado && sql`${decision} = any(${query.estado}::text[])`,
      query.rol && sql`e.role = any(${query.rol}::text[])`,
      query.porDecidir !== undefined && sql`${decidable(caller)} = ${query.porDecidir}::boolean`,
      // One of a group is told by the group's name.
      query.search !== undefined &&
        sql`(${contains(sql`c.search`, query.search)} or exists (select from analysis_group g where g.id = a.group_id and ${contains(sql`plain(g.name)`, query.search)}))`,
    ),
    sortable: {
      FECHA: sql`e.asked_at`,
      VENCE_NUEVO: sql`e.new_due`,
      VENCE_ORIGINAL: sql`e.old_due`,
      CUENTA: sql`c.code`,
      NEGOCIO: sql`b.name`,
      SOLICITANTE: sql`u.name`,
    },
    by: sql`${decision} <> 'pendiente', e.id desc`,
    id: sql`e.id`,
  })
const byIds = (db: Db, caller: Caller, ids: readonly number[]) =>
  rows(db, sql<Extension>`select ${columns(caller)} from ${from} where e.id = any(${ids}::int[]) order by e.id`)

type Item = {
  id: number
  period_id: number
  code: string
  period: string
  state: number
  closed: boolean
  /** Closed, and reopened for its business alone. */
  reopened: boolean
  acts: boolean
  due: string
  late: boolean
  over: boolean
  close: string
  /** Of any level, or waiting. */
  granted: number
  waiting: boolean
  chief: number | null
  business: number
  zone: string | null
}
/**
 * Requests a later deadline, still to come, for analyses on which the caller has to act; at most twice for an analysis, whoever asks, and not
 * after the close of the period.
 * @throws 404, 422 naming those not allowed
 */
export const ask = (db: Db, caller: Caller, { itemIds, nuevaFecha, motivo }: Parsed<typeof askExtension>['body']) =>
  transaction(db, async (tx) => {
    const role = roleOf(caller)
    if (!role) throw Forbidden()
    const ids = await withGroups(tx, itemIds)
    const due = { ANALISTA: sql`a.due_analyst`, JEFATURA: sql`a.due_jefatura`, CONTROL: sql`a.due_control` }[role]
    const acts = {
      ANALISTA: sql`(a.analyst_id = ${caller.userId} and (a.state_main = ${state.rechazado} or (a.state_main = ${state.pendiente} and a.submitted_at is null)))`,
      JEFATURA: sql`(d.chief_id = ${caller.userId} and a.state_main in (${state.pendiente}, ${state.rechazado}))`,
      CONTROL: sql`(a.state_main in (${state.pendiente}, ${state.revision}, ${state.rechazado}))`,
    }[role]
    await lockPeriods(tx, sql`select period_id from analysis where id = any(${ids}::int[])`)
    const items = await rows(
      tx,
      sql<Item>`select a.id, a.period_id, c.code, p.name as period, a.state_main as state, p.status_id = ${PERIOD_STATUS.cerrado} as closed, coalesce(${acts}, false) as acts,
        exists (select from business_reopening r where r.period_id = p.id and r.business_id = a.business_id and r.ended_at is null and r.until > now()) as reopened,
        ${due} as due, ${nuevaFecha}::timestamptz <= ${due} as late, ${nuevaFecha}::timestamptz <= now() as over, p.due_close as close,
        (select count(*)::int from extension e where e.analysis_id = a.id and e.approved is not false) as granted,
        exists (select from extension e where e.analysis_id = a.id and e.role = ${role} and e.approved is null) as waiting, d.chief_id as chief, a.business_id as business,
        (select k.zone from calendar k where k.country_id = a.country_id) as zone
        from analysis a join period p on p.id = a.period_id join account c on c.id = a.account_id left join department d on d.id = a.department_id
        where a.id = any(${ids}::int[]) and ${analysisScope(caller)} order by a.id for no key update of a`,
    )
    if (items.length < ids.length) throw NotFound()
    const past = (item: Item) => Date.parse(nuevaFecha) > Date.parse(item.close)
    const refused = items.flatMap((item) => {
      const code: MessageKey | null = item.closed
        ? item.reopened
          ? 'extension_reopened'
          : 'period_closed'
        : !item.acts
          ? 'extension_not_yours'
          : item.late
            ? 'extension_not_later'
            : item.over
              ? 'extension_over'
              : past(item)
                ? 'extension_past_close'
                : item.waiting
                  ? 'extension_waiting'
                  : item.granted >= MAX_EXTENSIONS
                    ? 'extension_twice'
                    : null
      const path = code === 'extension_not_later' || code === 'extension_over' || code === 'extension_past_close' ? 'nuevaFecha' : 'itemIds'
      return code ? [{ path, code, params: { code: item.code, period: item.period, max: MAX_EXTENSIONS } }] : []
    })
    if (refused.length > 0) throw InvalidMany(refused[0]!.code, refused, refused[0]!.params)
    const made = await rows(
      tx,
      sql<{ id: number }>`insert into extension (analysis_id, role, old_due, new_due, reason, asked_by)
        select a.id, ${role}, ${due}, ${nuevaFecha}::timestamptz, ${motivo}, ${caller.userId} from analysis a where a.id = any(${ids}::int[]) order by a.id returning id`,
    )
    for (const { id, period_id, state, due: before } of items)
      await record(tx, {
        periodId: period_id,
        kind: 'prorroga_pedida',
        analysisId: id,
        caller,
        from: state,
        to: state,
        comment: motivo,
        detail: { rol: role, antes: before, nuevo: nuevaFecha },
      })
    const deciders = await approvers(tx, role, items)
    const [zone, ...otherZones] = new Set(items.map((item) => item.zone))
    // Of several zones there is none in which all would read it.
    const said = { who: caller.name, due: nuevaFecha, ...(zone && otherZones.length === 0 && { zone }) }
    // An administrator decides among the periods: the review is not theirs to open.
    const decided = role === 'CONTROL' ? pageLink('/periodos', { vista: 'prorrogas' }) : pageLink('/cuentas/analisis')
    for (const { id, n } of deciders) await notifyOnly(tx, [id], 'prorroga_pedida', { n, ...said }, decided)
    const told = [caller.userId, ...deciders.map(({ id }) => id)]
    await notifyAddedPeople(tx, told, 'prorroga_pedida', said, items)
    return {
      pedidas: await byIds(
        tx,
        caller,
        made.map(({ id }) => id),
      ),
    }
  })

/** A group has one deadline: more time for one of its members is more time for all. */
const withGroups = async (tx: Db, ids: readonly number[]) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select id from unnest(${ids}::int[]) as asked(id)
        union select b.id from analysis a join analysis b on b.group_id = a.group_id where a.id = any(${ids}::int[])`,
    )
  ).map(({ id }) => id)

/** What was asked for a group is decided as one, too: decided one by one its members would have several deadlines. */
const withOthersOfGroup = async (tx: Db, ids: readonly number[]) =>
  (
    await rows(
      tx,
      sql<{ id: number }>`select id from unnest(${ids}::int[]) as given(id)
        union select o.id from extension e join analysis a on a.id = e.analysis_id join analysis b on b.group_id = a.group_id
          join extension o on o.analysis_id = b.id and o.role = e.role and o.asked_at = e.asked_at and o.approved is null
        where e.id = any(${ids}::int[]) and e.approved is null`,
    )
  ).map(({ id }) => id)

/**
 * What was asked for an account before it was grouped is granted for all members of its group, as it would be if it was asked for now: one of them
 * with more time than the others would leave the group due when these are.
 */
const grantToGroups = (tx: Db, ids: readonly number[]) =>
  rows(
    tx,
    sql<{ id: number; analysis: number; period_id: number; state: number }>`with more as (
        select distinct on (b.id, e.role) b.id as member, case e.role when 'ANALISTA' then b.due_analyst when 'JEFATURA' then b.due_jefatura else b.due_control end as due, e.*
        from extension e join analysis a on a.id = e.analysis_id join analysis b on b.group_id = a.group_id
        where e.id = any(${ids}::int[]) and not exists (select from extension o where o.analysis_id = b.id and o.role = e.role and o.asked_at = e.asked_at)
        order by b.id, e.role, e.new_due desc),
      granted as (insert into extension (analysis_id, role, old_due, new_due, reason, asked_by, asked_at, approved, decided_by, decided_at, comment)
        select member, role, due, new_due, reason, asked_by, asked_at, approved, decided_by, decided_at, comment from more where new_due > due order by member returning id, analysis_id)
      select g.id, a.id as analysis, a.period_id, a.state_main as state from granted g join analysis a on a.id = g.analysis_id order by a.id`,
  )

/** Notifies recipients that alerts add, per business; for a single analysis also by its department. */
const notifyAddedPeople = (
  tx: Db,
  told: readonly number[],
  template: 'prorroga_pedida' | 'prorroga_aprobada' | 'prorroga_rechazada',
  params: TemplateParams,
  items: readonly { id: number; business: number }[],
) =>
  notifyAddedByAlerts(
    tx,
    told,
    template,
    pageLink('/cuentas/analisis'),
    [...Map.groupBy(items, ({ business }) => business)].map(([businessId, of]) => ({
      about: of.length === 1 ? { analysisId: of[0]!.id } : { businessId },
      params: { ...params, n: of.length },
    })),
  )

/** Who decides, and on how many. */
const approvers = (tx: Db, role: Role, items: readonly Item[]) => {
  const ids = items.map(({ id }) => id)
  const control = (which: RawBuilder<unknown>) =>
    sql`select s.user_id as person, a.id from analysis a left join department d on d.id = a.department_id
      join user_scope s on s.country_id = a.country_id and (s.business_id is null or s.business_id = a.business_id)
      join user_role r on r.user_id = s.user_id and r.role_id = ${ROLE.control} where a.id = any(${ids}::int[]) and ${which} and ${hasKey('analysis.extension.decide')}`
  const people =
    role === 'ANALISTA'
      ? sql`select d.chief_id as person, a.id from analysis a join department d on d.id = a.department_id where a.id = any(${ids}::int[]) and not ${headless}
          union ${control(headless)}`
      : role === 'JEFATURA'
        ? sql`select distinct * from (${control(sql`true`)}) c`
        : sql`select r.user_id as person, x.id from user_role r cross join unnest(${ids}::int[]) x(id) where r.role_id = ${ROLE.administrador}`
  return rows(
    tx,
    sql<{
      id: number
      n: number
    }>`select person as id, count(*)::int as n from (${people}) x where person is not null group by person order by person`,
  )
}

/**
 * Grants or refuses; if granted, later levels get at least the same deadline, and nobody an earlier one than the period has given them meanwhile.
 * @throws 403 to decide one's own or another level's, 404, 409 with the decision that was made
 */
export const decide = (db: Db, caller: Caller, { ids: given, aprobar, comentario }: Parsed<typeof decideExtensions>['body']) =>
  transaction(db, async (tx) => {
    if (!aprobar && (comentario ?? '').length < MIN_COMMENT) throw Invalid('comentario', 'extension_comment', { min: MIN_COMMENT })
    // Who joins or leaves a group meanwhile waits.
    await sql`select id from analysis_group where id in (select a.group_id from extension e join analysis a on a.id = e.analysis_id where e.id = any(${given}::int[]))
      order by id for update`.execute(tx)
    const ids = await withOthersOfGroup(tx, given)
    await lockPeriods(tx, sql`select a.period_id from extension e join analysis a on a.id = e.analysis_id where e.id = any(${ids}::int[])`)
    // With the other members of their groups, in the order of the ids, as everywhere.
    await sql`select from analysis b where b.id in (select e.analysis_id from extension e where e.id = any(${ids}::int[]))
        or b.group_id in (select a.group_id from extension e join analysis a on a.id = e.analysis_id where e.id = any(${ids}::int[])) order by b.id for no key update`.execute(
      tx,
    )
    const held = await rows(
      tx,
      sql<{
        id: number
        analysis: number
        period_id: number
        state: number
        open: boolean
        closed: boolean
        mine: boolean
        asked_by: number
        past: boolean
        business: number
      }>`
        select e.id, a.id as analysis, a.period_id, a.state_main as state, e.approved is null as open, p.status_id = ${PERIOD_STATUS.cerrado} as closed,
          coalesce(${mayDecide(caller)}, false) as mine, e.asked_by, e.new_due > p.due_close as past, a.business_id as business
        from extension e join analysis a on a.id = e.analysis_id join period p on p.id = a.period_id left join department d on d.id = a.department_id
        where e.id = any(${ids}::int[]) and ${analysisScope(caller)} order by a.id, e.id for no key update of e, a`,
    )
    if (held.length < ids.length) throw NotFound()
    if (held.some(({ mine }) => !mine)) throw Forbidden('extension_not_level')
    if (held.some(({ closed }) => closed)) throw Conflict('period_closed')
    if (held.some(({ open }) => !open)) throw Conflict('extension_decided', {}, await byIds(tx, caller, ids))
    // The close may have moved since the request.
    if (aprobar && held.some(({ past }) => past)) throw Conflict('extension_beyond')
    await sql`update extension set approved = ${aprobar}, decided_by = ${caller.userId}, decided_at = now(), comment = ${comentario || null} where id = any(${ids}::int[])`.execute(
      tx,
    )
    const alsoGranted = aprobar ? await grantToGroups(tx, ids) : []
    const all = [...ids, ...alsoGranted.map(({ id }) => id)]
    if (aprobar)
      await sql`update analysis a set due_analyst = case when e.role = 'ANALISTA' then greatest(a.due_analyst, e.new_due) else a.due_analyst end,
        due_jefatura = case when e.role <> 'CONTROL' then greatest(a.due_jefatura, e.new_due) else a.due_jefatura end,
        due_control = greatest(a.due_control, e.new_due) from extension e where e.id = any(${all}::int[]) and a.id = e.analysis_id`.execute(
        tx,
      )
    for (const { analysis, period_id, state, id } of [...held, ...alsoGranted].sort((one, other) => one.analysis - other.analysis))
      await record(tx, {
        periodId: period_id,
        kind: 'prorroga_decidida',
        analysisId: analysis,
        caller,
        from: state,
        to: state,
        comment: comentario || undefined,
        detail: { prorroga: id, aprobada: aprobar },
      })
    const template = aprobar ? 'prorroga_aprobada' : 'prorroga_rechazada'
    const params = { who: caller.name, comment: comentario ?? '' }
    const askers = [...new Set(held.map(({ asked_by }) => asked_by))]
    for (const person of askers)
      await notifyOnly(
        tx,
        [person],
        template,
        { ...params, n: held.filter(({ asked_by }) => asked_by === person).length },
        pageLink('/home'),
      )
    const items = held.map(({ analysis, business }) => ({ id: analysis, business }))
    await notifyAddedPeople(tx, [caller.userId, ...askers], template, params, items)
    return { decididas: await byIds(tx, caller, all) }
  })
