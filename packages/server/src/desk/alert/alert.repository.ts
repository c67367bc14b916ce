import type { Alert, AlertLogEntry, listAlertLog, listAlerts } from '@cuadre/api/alert'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { grantedBusinesses } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { TemplateParams } from '../../platform/mail/templates.ts'
import { alertScope } from './alert.scope.ts'

/** Without the code of its type, which the service adds. */
export type Row = Omit<Alert, 'tipo'>
export type Write = Omit<Row, 'id' | 'pais' | 'negocio' | 'departamento' | 'actualizadoPor' | 'actualizadoEn' | 'avisos30' | 'revision'>

const columns = sql`l.id, l.type_id as "tipoId", l.name as nombre,
  json_build_object('paisId', l.country_id, 'negocioId', l.business_id, 'departamentoId', l.department_id) as alcance,
  json_build_object('umbral', l.threshold::text, 'dias', l.days, 'horas', l.hours) as condicion,
  l.recipients as destinatarios, json_build_object('app', l.app, 'correo', l.mail) as canales, l.frequency as frecuencia,
  json_build_object('desde', to_char(l.window_from, 'HH24:MI'), 'hasta', to_char(l.window_to, 'HH24:MI')) as ventana,
  l.priority as prioridad, l.escalate_hours as "escalarHoras", l.message as mensaje, l.active as activo, l.valid_from as "vigenteDesde", l.valid_to as "vigenteHasta",
  c.name as pais, b.name as negocio, d.name as departamento, u.name as "actualizadoPor", l.updated_at as "actualizadoEn", l.revision,
  (select count(*)::int from alert_log g where g.alert_id = l.id and g.day > current_date - 30) as "avisos30"`
const from = sql`alert l left join business b on b.id = l.business_id left join country c on c.id = l.country_id
  left join department d on d.id = l.department_id left join app_user u on u.id = l.updated_by`

export const list = (db: Db, caller: Caller, query: Parsed<typeof listAlerts>['query']) =>
  page<Row, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      sql`l.deleted_at is null`,
      alertScope(caller),
      contains(sql`l.search`, query.search),
      query.tipoId !== undefined && sql`l.type_id = ${query.tipoId}`,
      query.activo !== undefined && sql`l.active = ${query.activo}`,
    ),
    sortable: { TIPO: sql`l.type_id`, NOMBRE: sql`l.name`, PRIORIDAD: sql`l.priority`, ACTUALIZADO: sql`l.updated_at` },
    by: sql`l.type_id, l.name`,
    id: sql`l.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Row>`select ${columns} from ${from} where l.id = ${id} and l.deleted_at is null and ${alertScope(caller)}`)

export const lock = (tx: Db, id: number) => row(tx, sql`select id from alert where id = ${id} for update`)

const values = (
  alert: Write,
) => sql`${alert.tipoId}::int, ${alert.nombre}::text, ${alert.alcance.paisId}::int, ${alert.alcance.negocioId}::int, ${alert.alcance.departamentoId}::int,
  ${alert.condicion.umbral}::numeric, ${alert.condicion.dias}::int[], ${alert.condicion.horas}::int, ${JSON.stringify(alert.destinatarios)}::jsonb,
  ${alert.canales.app}::boolean, ${alert.canales.correo}::boolean, ${alert.frecuencia}::text, ${alert.ventana.desde}::time, ${alert.ventana.hasta}::time,
  ${alert.prioridad}::char(1), ${alert.escalarHoras}::int, ${alert.mensaje}::text, ${alert.activo}::boolean, ${alert.vigenteDesde}::date, ${alert.vigenteHasta}::date`
const names = sql`type_id, name, country_id, business_id, department_id, threshold, days, hours, recipients, app, mail, frequency, window_from, window_to,
  priority, escalate_hours, message, active, valid_from, valid_to`

export async function insert(tx: Db, alert: Write, userId: number): Promise<number> {
  const made = await row(
    tx,
    sql<{ id: number }>`insert into alert (${names}, updated_by) values (${values(alert)}, ${userId}) returning id`,
  )
  return made!.id
}

export const save = (tx: Db, id: number, alert: Write, userId: number) =>
  sql`update alert set (${names}) = (select ${values(alert)}), updated_by = ${userId}, updated_at = now(), revision = revision + 1 where id = ${id}`.execute(
    tx,
  )

/** Hidden, not deleted: its log entries refer to it. */
export const remove = (tx: Db, id: number, userId: number) =>
  sql`update alert set deleted_at = now(), active = false, updated_by = ${userId}, updated_at = now() where id = ${id}`.execute(tx)

export const keepChange = (tx: Db, id: number, before: Row | null, after: Row | null, userId: number) =>
  sql`insert into alert_change (alert_id, before, after, changed_by)
    values (${id}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${userId})`.execute(tx)

/** The country, business and department with the places they belong to, or undefined if one does not exist or they do not fit together. */
export const resolvePlace = (db: Db, caller: Caller, { paisId, negocioId, departamentoId }: Alert['alcance']) =>
  row(
    db,
    sql<Alert['alcance']>`select c.id as "paisId", b.id as "negocioId", d.id as "departamentoId"
      from (select ${paisId}::int as country, ${negocioId}::int as business, ${departamentoId}::int as department) g
      left join department d on d.id = g.department
      left join business b on b.id = coalesce(g.business, d.business_id)
      left join country c on c.id = coalesce(g.country, b.country_id)
      where (g.department is null or d.business_id = b.id) and (g.business is null or b.id is not null) and (b.id is null or b.country_id = c.id)
        and (g.country is null or c.id is not null) and (g.department is null or d.id is not null)
        and ${alertScope(caller, { country: sql`c.id`, business: sql`b.id` })}`,
  )

/** The active ones among these people. */
export const activeUsers = (db: Db, ids: readonly number[]) =>
  rows(db, sql<{ id: number }>`select id from app_user where id = any(${[...ids]}::int[]) and active`)

export const people = (db: Db, ids: readonly number[], typeId: number) =>
  rows(
    db,
    sql<{ id: number; name: string; mail: 'inmediato' | 'resumen' | 'ninguno'; silenced: boolean }>`
      select u.id, u.name, coalesce(p.mail, 'inmediato') as mail, coalesce(p.silenced, false) or coalesce(p.muted_until > now(), false) as silenced
      from app_user u left join notification_preference p on p.user_id = u.id and p.type_id = ${typeId}
      where u.id = any(${[...ids]}::int[]) and u.active order by u.name, u.id`,
  )

/** The roles of each of these people. */
export async function rolesOf(db: Db, users: readonly number[]): Promise<Map<number, number[]>> {
  const found = await rows(
    db,
    sql<{ id: number; roles: number[] }>`select user_id as id, array_agg(role_id::int order by role_id) as roles from user_role
      where user_id = any(${[...users]}::int[]) group by user_id`,
  )
  return new Map(found.map(({ id, roles }) => [id, roles]))
}

/** Who has been notified of what today: 'user item'. */
export const notifiedToday = (db: Db, typeId: number, day: string) =>
  rows(db, sql<{ user_id: number; item: string }>`select user_id, item from alert_log where type_id = ${typeId} and day = ${day}::date`)

/** Whom messages of this type have notified today. */
export const concernedToday = (db: Db, templates: readonly string[], day: string, zone: string) =>
  rows(
    db,
    sql<{ id: number; superior: number | null; n: number }>`select n.user_id as id, d.chief_id as superior, count(*)::int as n
      from notification n join app_user u on u.id = n.user_id left join department d on d.id = u.department_id
      where n.template = any(${[...templates]}::text[]) and (n.created_at at time zone ${zone})::date = ${day}::date group by n.user_id, d.chief_id`,
  )

/** A held mail has the delivery state of the digest that contains it. */
const mailState = sql`case when m.id is null then null when coalesce(e.sent_at, m.sent_at) is not null then 'enviado'
  when coalesce(e.attempts, m.attempts) >= 8 then 'fallido' when m.held and e.id is null then 'resumen' else 'pendiente' end`
/** What it was about is seen by whoever it went to or reaches that: of an alert for the whole corporation, only what is in the own scope. */
const aboutSeen = ({ roleId, userId }: Caller) =>
  sql`(${roleId === ROLE.administrador} or l.country_id is not null or g.user_id = ${userId} or g.business_id in (${grantedBusinesses(sql`${userId}`)}))`
export type LogRow = Omit<AlertLogEntry, 'titulo' | 'texto'> & { template: string | null; params: TemplateParams | null }
export const listLog = (db: Db, caller: Caller, id: number, query: Parsed<typeof listAlertLog>['query']) =>
  page<LogRow, typeof query>(db, query, {
    select: sql`g.id, g.at as fecha, u.name as usuario, g.item, g.level as nivel, s.template, s.params, s.route as ruta, b.name as negocio, d.name as departamento,
      ${mailState} as correo,
      case when n.id is null then null when n.read_at is null then 'no_leida' else 'leida' end as app`,
    from: sql`alert_log g join alert l on l.id = g.alert_id join app_user u on u.id = g.user_id left join notification n on n.id = g.notification_id
      left join outbox m on m.id = g.outbox_id left join outbox e on e.id = m.digest_id
      left join lateral (select coalesce(n.template, m.template) as template, coalesce(n.params, m.params) as params, coalesce(n.route, m.route) as route,
          g.business_id, g.department_id where ${aboutSeen(caller)}) s on true
      left join business b on b.id = s.business_id left join department d on d.id = s.department_id`,
    where: all(
      sql`g.alert_id = ${id}`,
      query.search !== undefined &&
        sql`(${contains(sql`u.search`, query.search)} or ${contains(sql`plain(b.name)`, query.search)} or ${contains(sql`plain(d.name)`, query.search)})`,
      query.correo !== undefined && sql`${mailState} = ${query.correo}`,
      query.leida !== undefined && sql`n.id is not null and (n.read_at is not null) = ${query.leida}`,
    ),
    sortable: { FECHA: sql`g.at`, USUARIO: sql`u.name` },
    by: sql`g.id desc`,
    id: sql`g.id desc`,
  })
