import type { Alert, createAlert, listAlerts, updateAlert } from '@cuadre/api/alert'
import { ALERT_TYPES } from '@cuadre/api/alert-types'
import type { Parsed } from '@cuadre/api/endpoint'
import { isRoleId, ROLE } from '@cuadre/api/roles'
import { DateTime } from 'luxon'
import { workCalendars } from '../../ledger/calendar/work-calendars.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { alertTypeById, templatesOf } from '../../platform/mail/alert-types.ts'
import { renderTemplate, type Template } from '../../platform/mail/templates.ts'
import type { Candidate, Rule } from './alert.candidates.ts'
import { recipients } from './alert.recipients.ts'
import * as repository from './alert.repository.ts'
import { countriesToSay, messages, reach } from './alert.scheduled.ts'

export const types = (locale: Locale) =>
  ALERT_TYPES.map(({ id, codigo, programada, prioridad, usa, ...name }) => ({
    id,
    codigo,
    nombre: name[locale],
    programada,
    prioridad,
    usa: [...usa],
  }))

const described = (row: repository.Row): Alert => ({ ...row, tipo: alertTypeById(row.tipoId)!.codigo })

export async function list(db: Db, caller: Caller, query: Parsed<typeof listAlerts>['query']) {
  const found = await repository.list(db, caller, query)
  return { ...found, data: found.data.map(described) }
}

export async function get(db: Db, caller: Caller, id: number): Promise<Alert> {
  const row = await repository.find(db, caller, id)
  if (!row) throw NotFound()
  return described(row)
}

export const create = (db: Db, caller: Caller, body: Parsed<typeof createAlert>['body']) =>
  transaction(db, async (tx) => {
    const alert = await validated(tx, caller, body)
    const id = await repository.insert(tx, alert, caller.userId)
    const made = await repository.find(tx, caller, id)
    await repository.keepChange(tx, id, null, made!, caller.userId)
    return described(made!)
  })

export const update = (db: Db, caller: Caller, id: number, { revision, ...change }: Parsed<typeof updateAlert>['body']) =>
  transaction(db, async (tx) => {
    const before = await findForChange(tx, caller, id)
    if (before.revision !== revision) throw Conflict('alert_moved', {}, described(before))
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    await repository.save(tx, id, await validated(tx, caller, { ...before, ...defined }, before.destinatarios.usuarios), caller.userId)
    const after = (await repository.find(tx, caller, id))!
    await repository.keepChange(tx, id, before, after, caller.userId)
    return described(after)
  })

export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    const before = await findForChange(tx, caller, id)
    await repository.remove(tx, id, caller.userId)
    await repository.keepChange(tx, id, before, null, caller.userId)
    return { ok: true as const }
  })

/** Locked until the change is made. Alerts for the whole corporation are changed by administrators only. */
async function findForChange(tx: Db, caller: Caller, id: number): Promise<repository.Row> {
  await repository.lock(tx, id)
  const alert = await repository.find(tx, caller, id)
  if (!alert) throw NotFound()
  if (alert.alcance.paisId === null && caller.roleId !== ROLE.administrador) throw Forbidden('alert_everywhere')
  return alert
}

/**
 * Applies the rules of an alert. @param named whom it names already: one of them who has left is no reason to refuse another change
 * @returns it with its place completed (a department's business and country)
 */
export async function validated(tx: Db, caller: Caller, alert: repository.Write, named: readonly number[] = []): Promise<repository.Write> {
  const type = alertTypeById(alert.tipoId)
  if (!type) throw Invalid('tipoId', 'alert_type_unknown')
  const { destinatarios, condicion, ventana, canales } = alert
  const alcance = await repository.resolvePlace(tx, caller, alert.alcance)
  if (!alcance) throw Invalid('alcance', 'alert_place_unknown')
  if (alcance.paisId === null && caller.roleId !== ROLE.administrador) throw Invalid('alcance', 'alert_needs_place')
  if (!destinatarios.responsable && !destinatarios.superior && destinatarios.roles.length === 0 && destinatarios.usuarios.length === 0)
    throw Invalid('destinatarios', 'alert_needs_recipients')
  if (!destinatarios.roles.every((role) => isRoleId(role))) throw Invalid('destinatarios.roles', 'role_unknown')
  const users = [...new Set(destinatarios.usuarios)]
  const added = users.filter((id) => !named.includes(id))
  if ((await repository.activeUsers(tx, added)).length < added.length) throw Invalid('destinatarios.usuarios', 'user_not_active')
  if (!canales.app && !canales.correo) throw Invalid('canales', 'alert_needs_channel')
  if (ventana.desde >= ventana.hasta) throw Invalid('ventana', 'alert_window')
  if (alert.vigenteDesde && alert.vigenteHasta && alert.vigenteDesde > alert.vigenteHasta) throw Invalid('vigenteHasta', 'alert_validity')
  const uses = type.usa as readonly string[]
  if (uses.includes('dias') && condicion.dias.length === 0) throw Invalid('condicion.dias', 'alert_needs_days')
  if (type.id === 17 && condicion.horas === null) throw Invalid('condicion.horas', 'alert_needs_hours')
  if (type.id === 24 && !alert.mensaje) throw Invalid('mensaje', 'alert_needs_message')
  return { ...alert, alcance, destinatarios: { ...destinatarios, usuarios: users, roles: [...new Set(destinatarios.roles)] } }
}

export const ruleOf = (alert: repository.Write): Rule => ({
  type_id: alert.tipoId,
  name: alert.nombre,
  country_id: alert.alcance.paisId,
  business_id: alert.alcance.negocioId,
  department_id: alert.alcance.departamentoId,
  threshold: alert.condicion.umbral,
  days: alert.condicion.dias,
  hours: alert.condicion.horas,
  recipients: alert.destinatarios,
  escalate_hours: alert.escalarHoras,
  message: alert.mensaje,
})

/**
 * Real recipients from current data: what the scheduler would find now or, for alerts on people's actions, everybody of the roles and
 * whoever was concerned today.
 */
export async function preview(
  db: Db,
  caller: Caller,
  body: Parsed<typeof createAlert>['body'],
  { zone, now }: { zone: string; now: Date },
) {
  const alert = await validated(db, caller, body, body.destinatarios.usuarios)
  const rule = ruleOf(alert)
  const day = DateTime.fromJSDate(now, { zone }).toISODate()!
  const type = alertTypeById(alert.tipoId)!
  const calendars = await workCalendars(db, zone)
  const countries = await countriesToSay(db, calendars)
  const reached = type.programada
    ? await reach(db, rule, { now, calendars })
    : await recipients(db, rule, await ofToday(db, rule, type[caller.locale], { day, zone }), day)
  const told = new Set((await repository.notifiedToday(db, alert.tipoId, day)).map(({ user_id, item }) => `${user_id} ${item}`))
  const people = await repository.people(db, [...new Set(reached.map(({ userId }) => userId))], alert.tipoId)
  const priority = alert.prioridad === 'A'
  const found = people.flatMap((person) => {
    if (person.silenced && !priority) return []
    const own = messages(
      reached.filter(({ userId }) => userId === person.id),
      countries,
    )
    const first = own[0]!
    const { title, text } = renderTemplate(first.message.template, caller.locale, first.message.params, zone)
    const mail = priority && person.mail === 'ninguno' ? 'inmediato' : person.mail
    return {
      id: person.id,
      nombre: person.name,
      cantidad: own.reduce((sum, { n }) => sum + n, 0),
      titulo: title,
      texto: text,
      app: alert.canales.app,
      correo: alert.canales.correo ? mail : ('ninguno' as const),
      nivel: Math.min(...own.map(({ level }) => level)),
      porAusenciaDe: own.flatMap(({ parts }) => parts).find(({ insteadOf }) => insteadOf)?.insteadOf ?? null,
      yaAvisada: own.every(({ parts }) => parts.every(({ userId, candidate }) => told.has(`${userId} ${candidate.item}`))),
    }
  })
  return { total: found.length, personas: found }
}

async function ofToday(db: Db, rule: Rule, title: string, { day, zone }: { day: string; zone: string }): Promise<Candidate[]> {
  const templates = templatesOf(rule.type_id)
  const generic: Candidate = {
    item: 'hoy',
    responsible: null,
    superior: null,
    country_id: rule.country_id,
    business_id: rule.business_id,
    department_id: rule.department_id,
    since: null,
    n: 0,
    template: 'anuncio' satisfies Template,
    params: { title, message: '' },
    route: null,
  }
  const concerned = await repository.concernedToday(db, templates, day, zone)
  return [generic, ...concerned.map(({ id, superior, n }) => ({ ...generic, item: `hoy:${id}`, responsible: id, superior, n }))]
}
