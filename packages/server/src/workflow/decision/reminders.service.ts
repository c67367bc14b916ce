import type { remindMany } from '@cuadre/api/analysis'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import { analysisScope } from '../../platform/access/scope.ts'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import { all } from '../../platform/database/list.ts'
import { moment } from '../../platform/database/moment.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Message } from '../../platform/mail/deliver.ts'
import { notifyOnly } from '../../platform/mail/notify.ts'
import { renderTemplate } from '../../platform/mail/templates.ts'
import { type MessageKey, sentence } from '../../platform/messages/index.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { late, states } from '../analysis/measures.ts'
import { idsOf, nameOf, type ReviewUnit, recordSteps, unitOf, unitRouteToDecide, unitRouteToPrepare } from '../analysis/review-unit.ts'
import { withoutConflict } from './decision.service.ts'
import { activePeople, actsBy } from './reminder.service.ts'

type Body = Parsed<typeof remindMany>['body']
type Answer = Output<typeof remindMany>
/** As many analyses as one call reminds of. */
const MOST = 2000
const HOURS = 4

/**
 * Reminds whoever acts next on each of many units, each person once; a unit of which somebody was reminded less than four hours ago is left
 * out and counted. `simular`: says who would get what, and sends nothing. A constant number of statements beyond one per person and business.
 */
export const remindAll = (db: Db, caller: Caller, zone: string, { ids, groupIds, todos, simular }: Body): Promise<Answer> =>
  transaction(db, async (tx) => {
    const found = todos ? await waiting(tx, caller, todos) : []
    const groups = await steps.lockGroups(tx, [...new Set([...groupIds, ...found.flatMap(({ group_id }) => group_id ?? [])])])
    const alone = [...new Set([...ids, ...found.filter(({ group_id }) => group_id === null).map(({ id }) => id)])]
    const locked = await steps.lockForStep(tx, caller, { ids: alone, groupIds: groups })
    const units = [...Map.groupBy(locked, ({ id, group_id }) => (group_id === null ? `${id}` : `g${group_id}`)).values()].flatMap(
      (members) => unitOf(members) ?? [],
    )
    const last = await lastReminders(
      tx,
      units.map(({ head }) => head.id),
    )
    const people = await audiences(tx, units)
    const nameById = new Map<number, string>()
    const able = new Map<Permission, Set<number>>()
    for (const [key, of] of Map.groupBy(units, ({ head }) => actsBy(head))) {
      const found = await activePeople(tx, [...new Set(of.flatMap((unit) => people(unit) ?? []))], key)
      able.set(key, new Set(found.map(({ id }) => id)))
      for (const { id, name } of found) nameById.set(id, name)
    }
    const told = new Map<number, ReviewUnit[]>()
    const reminded = new Map<ReviewUnit, number[]>()
    const left = new Map<MessageKey, { n: number; ultimo: string | null }>()
    for (const unit of units) {
      const asked = people(unit)
      const others = asked?.filter((person) => person !== caller.userId && able.get(actsBy(unit.head))!.has(person)) ?? []
      const ultimo = last.get(unit.head.id) ?? null
      const code: MessageKey | null = unit.head.closed
        ? 'period_closed'
        : !asked
          ? 'mail_nothing_awaited'
          : others.length === 0
            ? 'mail_nobody'
            : ultimo
              ? 'mail_recent'
              : null
      if (code) {
        const before = left.get(code)
        left.set(code, { n: (before?.n ?? 0) + 1, ultimo: [before?.ultimo ?? null, ultimo].reduce(later) })
        continue
      }
      reminded.set(unit, others)
      for (const person of others) told.set(person, [...(told.get(person) ?? []), unit])
    }
    const names = [...told.keys()]
      .map((id) => ({ id, name: nameById.get(id)! }))
      .sort((one, other) => one.name.localeCompare(other.name, 'es') || one.id - other.id)
    const destinatarios: Answer['destinatarios'] = names.map(({ id, name }) => {
      const { template, params } = messageTo(caller, told.get(id)!)
      const { title: titulo, text: texto } = renderTemplate(template, caller.locale, params, zone)
      return { ID_USUARIO: id, NOMBRE: name, analisis: told.get(id)!.length, MENSAJE: { titulo, texto } }
    })
    const sinAviso = [...left].map(([codigo, rest]) => ({ codigo, motivo: sentence(codigo, caller.locale), ...rest }))
    if (simular || names.length === 0) return { destinatarios, sinAviso, enviado: false }
    for (const { id } of names) {
      const { template, params, route } = messageTo(caller, told.get(id)!)
      await notifyOnly(tx, [id], template, params, route)
    }
    const namesOf = (unit: ReviewUnit) => (reminded.get(unit) ?? []).flatMap((id) => nameById.get(id) ?? [])
    for (const [main, of] of Map.groupBy(reminded.keys(), ({ head }) => head.state_main)) {
      const byMember = new Map(of.flatMap((unit) => idsOf(unit).map((id) => [id, namesOf(unit)] as const)))
      await recordSteps(tx, caller, of, {
        kind: 'aviso',
        to: main,
        // One template for all of them: however it was sent, it is a reminder, and counts as one.
        detail: ({ id }) => ({ plantilla: 'recordatorio', destinatarios: byMember.get(id) ?? [] }),
      })
    }
    return { destinatarios, sinAviso, enviado: true }
  })

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)

/** What waits for a role in a period, the oldest deadlines first. */
const waiting = (tx: Db, caller: Caller, { periodId, rol, analystId, vencidos }: NonNullable<Body['todos']>) =>
  rows(
    tx,
    sql<{ id: number; group_id: number | null }>`select a.id, a.group_id from analysis a where ${all(
      sql`a.period_id = ${periodId}`,
      analysisScope(caller),
      { analista: sql`(${states.open} or ${states.rejected})`, jefatura: states.atJefatura, control: states.atControl }[rol],
      analystId !== undefined && sql`a.analyst_id = ${analystId}`,
      vencidos && late,
    )} order by a.due_analyst, a.id limit ${MOST}`,
  )

/** When somebody was last reminded of each, within four hours. */
async function lastReminders(tx: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await rows(
    tx,
    sql<{
      id: number
      at: string
    }>`select e.analysis_id as id, ${moment(sql`max(e.at)`)} as at from event e where e.analysis_id = any(${ids}::int[])
      and e.kind = 'aviso' and e.detail ->> 'plantilla' = 'recordatorio' and e.at > now() - ${`${HOURS} hours`}::interval group by e.analysis_id`,
  )
  return new Map(found.map(({ id, at }) => [id, at]))
}

/** Who acts next on a unit; null if nobody. Asks once per business whom control has there. */
async function audiences(tx: Db, units: readonly ReviewUnit[]): Promise<(unit: ReviewUnit) => readonly number[] | null> {
  const atControl = units.filter(({ head }) => head.state_main === 2)
  const uploaders = await steps.uploaders(tx, atControl.flatMap(idsOf))
  const controllers = new Map<number, number[]>()
  for (const business of new Set(atControl.map(({ head }) => head.business_id)))
    controllers.set(business, await steps.controllers(tx, business))
  return (unit) => {
    const { head } = unit
    if (head.state_main === 4) return null
    if (head.state_main === 2) return withoutConflict(controllers.get(head.business_id) ?? [], unit, head.jefatura_by, uploaders)
    if (head.state_main === 1 && head.submitted) return head.chief_id ? [head.chief_id] : []
    return [head.analyst_id]
  }
}

/** Of one analysis the usual reminder; of several how many they are, and when the first is due. */
function messageTo(caller: Caller, units: readonly ReviewUnit[]): Message {
  const [unit] = units as [ReviewUnit]
  const { head } = unit
  const prepares = head.state_main === 3 || !head.submitted
  if (units.length === 1)
    return {
      template: 'recordatorio',
      params: { who: caller.name, account: nameOf(unit), period: head.period, due: unit.due ?? '', ...(head.zone && { zone: head.zone }) },
      route: prepares ? unitRouteToPrepare(unit) : unitRouteToDecide(unit),
    }
  const [first] = units
    .flatMap(({ due, head: { zone } }) => (due ? [{ due, zone }] : []))
    .sort((a, b) => Date.parse(a.due) - Date.parse(b.due))
  return {
    template: 'recordatorio_varios',
    params: { who: caller.name, n: units.length, period: head.period, due: first?.due ?? '', ...(first?.zone && { zone: first.zone }) },
    route: prepares ? pageLink('/home', { periodo: head.period_id }) : pageLink('/cuentas/analisis', { periodo: head.period_id }),
  }
}
