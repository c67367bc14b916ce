import { STATE, type Told } from '@cuadre/api/analysis'
import type { PageAddress } from '@cuadre/api/pages'
import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import { hasKey } from '../../platform/access/has-key.ts'
import { type Db, row, rows, transaction } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import type { Template } from '../../platform/mail/templates.ts'
import { lastDecision } from '../analysis/analysis.flow.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import {
  analysisTarget,
  conflict,
  groupTarget,
  idsOf,
  lockUnit,
  nameOf,
  type ReviewUnit,
  recordSteps,
  type Target,
  unitRouteToDecide,
  unitRouteToPrepare,
} from '../analysis/review-unit.ts'
import { controllersWithoutConflict } from './decision.service.ts'

type Action = 'solicitud' | 'aprobado' | 'rechazado'
type Audience = { people: readonly number[]; route: PageAddress }

/** Reminds whoever acts next, except the caller, at most once in four hours; for a member, about its group. @throws 404, 409 */
export const remind = (db: Db, caller: Caller, id: number): Promise<z.input<typeof Told>> =>
  transaction(db, async (tx) => {
    const asked = await steps.findForStep(tx, caller, id)
    const unit = await lockUnit(tx, caller, asked?.group_id ? groupTarget(asked.group_id) : analysisTarget(id))
    const { head } = unit
    if (head.closed) throw await conflict(tx, caller, unit, 'period_closed')
    const audience = await nextAudience(tx, unit)
    if (!audience) throw await conflict(tx, caller, unit, 'mail_nothing_awaited')
    const people = (await activePeople(tx, audience.people, actsBy(head))).flatMap(({ id }) => (id === caller.userId ? [] : id))
    if (people.length === 0) throw await conflict(tx, caller, unit, 'mail_nobody')
    if (await lastMail(tx, unit, ['aviso'], 'recordatorio')) throw await conflict(tx, caller, unit, 'mail_recent')
    const params = {
      who: caller.name,
      account: nameOf(unit),
      period: head.period,
      due: unit.due ?? '',
      ...(head.zone && { zone: head.zone }),
    }
    return sendTo(tx, caller, unit, { ...audience, people }, 'recordatorio', params)
  })

/**
 * Sends the message of the current step again: a submission to the head, an approval to control or the analyst, a rejection to the analyst.
 * The step itself sent it first: within four hours nobody is notified again, and the answer tells when it was.
 * @throws 404, 409 if there is no such step
 */
export const announce = (db: Db, caller: Caller, target: Target, actionType?: Action): Promise<z.input<typeof Told>> =>
  transaction(db, async (tx) => {
    const unit = await lockUnit(tx, caller, target)
    const { head } = unit
    if (head.closed) throw await conflict(tx, caller, unit, 'period_closed')
    const step = stepNow(unit)
    if (!step || (actionType && actionType !== step.action)) throw await conflict(tx, caller, unit, 'mail_other_state')
    const done = await lastMail(
      tx,
      unit,
      ['enviado', 'aprobado_jefatura', 'rechazado_jefatura', 'aprobado_control', 'rechazado_control', 'aviso'],
      step.template,
    )
    if (done) return { DESTINATARIOS: [], AVISADO_EN: done }
    const people =
      step.template === 'enviado'
        ? head.chief_id
          ? [head.chief_id]
          : []
        : step.template === 'aprobado_jefatura'
          ? await controllersWithoutConflict(tx, unit, head.jefatura_by, await steps.uploaders(tx, idsOf(unit)))
          : [step.template === 'aprobado_final' ? head.signer_id : head.analyst_id]
    if ((await activePeople(tx, people)).length === 0) throw await conflict(tx, caller, unit, 'mail_nobody')
    const by = step.template === 'enviado' ? head.signer_id : head[`${lastDecision({ control: head.state_control })}_by`]
    const said = await row(
      tx,
      sql<{ who: string | null; comment: string | null }>`select (select name from app_user where id = ${by}) as who,
        (select rejection from analysis where id = ${head.id}) as comment`,
    )
    const params = { who: said?.who ?? caller.name, account: nameOf(unit), period: head.period, comment: said?.comment ?? '' }
    const route = step.action === 'solicitud' || step.template === 'aprobado_jefatura' ? unitRouteToDecide(unit) : unitRouteToPrepare(unit)
    return sendTo(tx, caller, unit, { people, route }, step.template, params)
  })

type Announced = { action: Action; template: 'enviado' | 'aprobado_jefatura' | 'aprobado_final' | 'rechazado' }
function stepNow({ head }: ReviewUnit): Announced | null {
  if (head.state_main === 4) return { action: 'aprobado', template: 'aprobado_final' }
  if (head.state_main === 3) return { action: 'rechazado', template: 'rechazado' }
  if (head.state_main === 2) return { action: 'aprobado', template: 'aprobado_jefatura' }
  return head.submitted ? { action: 'solicitud', template: 'enviado' } : null
}

/** Who acts next; null if nobody. */
async function nextAudience(tx: Db, unit: ReviewUnit): Promise<Audience | null> {
  const { head } = unit
  if (head.state_main === 4) return null
  if (head.state_main === 2)
    return {
      people: await controllersWithoutConflict(tx, unit, head.jefatura_by, await steps.uploaders(tx, idsOf(unit))),
      route: unitRouteToDecide(unit),
    }
  if (head.state_main === 1 && head.submitted) return { people: head.chief_id ? [head.chief_id] : [], route: unitRouteToDecide(unit) }
  return { people: [head.analyst_id], route: unitRouteToPrepare(unit) }
}

/** When people were last notified within four hours, by a step or by a notice with this template. */
async function lastMail(tx: Db, { head }: ReviewUnit, kinds: readonly string[], template: Template): Promise<string | null> {
  const found = await row(
    tx,
    sql<{ at: string | null }>`select max(at) as at from event where analysis_id = ${head.id} and kind = any(${kinds}::text[])
      and at > now() - interval '4 hours' and (kind <> 'aviso' or detail ->> 'plantilla' = ${template})`,
  )
  return found?.at ?? null
}

/** The permission by which somebody acts next on a unit. */
export const actsBy = ({ state_main, submitted }: Pick<ReviewUnit['head'], 'state_main' | 'submitted'>): Permission =>
  state_main === STATE.revision
    ? 'analysis.control.decide'
    : state_main === STATE.pendiente && submitted
      ? 'analysis.jefatura.decide'
      : 'analysis.item.submit'

/** Who has left is told nothing, nor asked who lost the role or the permission (`key`) to do it. */
export const activePeople = (tx: Db, ids: readonly number[], key?: Permission) =>
  rows(
    tx,
    sql<{ id: number; name: string }>`select u.id, u.name from app_user u where u.id = any(${ids}::int[]) and u.active
      and ${key ? sql`exists (select from user_role r where r.user_id = u.id and ${hasKey(key)})` : sql`true`} order by u.name, u.id`,
  )

async function sendTo(
  tx: Db,
  caller: Caller,
  unit: ReviewUnit,
  { people, route }: Audience,
  template: Template,
  params: Record<string, string>,
) {
  await notify(tx, people, template, params, route)
  const names = (await activePeople(tx, people)).map(({ name }) => name)
  await recordSteps(tx, caller, [unit], {
    kind: 'aviso',
    to: unit.head.state_main,
    detail: () => ({ plantilla: template, destinatarios: names }),
  })
  return { DESTINATARIOS: names, AVISADO_EN: null }
}
