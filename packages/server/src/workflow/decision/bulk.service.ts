import type { decideBulk } from '@cuadre/api/analysis'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { pageLink } from '@cuadre/api/pages'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Message } from '../../platform/mail/deliver.ts'
import { notifyAddedByAlerts, notifyOnly } from '../../platform/mail/notify.ts'
import { type MessageKey, sentence } from '../../platform/messages/index.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { nameOf, paramsOf, type ReviewUnit, refusalOf, unitOf, unitRouteToDecide, unitRouteToPrepare } from '../analysis/review-unit.ts'
import { type Decision, dutyConflictOf, requiredHead, saveDecision, stepOf, type Uploaders, withoutConflict } from './decision.service.ts'

type Body = Parsed<typeof decideBulk>['body']
type Undone = Output<typeof decideBulk>['noHechos'][number]

/**
 * One decision on many units, each checked as if it were alone; those that cannot be decided are listed and do not block the others. All
 * changes are made in one transaction, with one statement for the states and one for the events, and each person is notified once.
 * @throws 403 without the permission of the level, 422 without a reason to reject
 */
export async function decideMany(
  db: Db,
  caller: Caller,
  { ids, groupIds, REVISIONES, REVISIONES_GRUPOS, level, action, comentario, motivo }: Body,
): Promise<Output<typeof decideBulk>> {
  if (!caller.permissions.has(`analysis.${level}.decide`)) throw Forbidden()
  if (action === 'reprobar' && (comentario ?? '').length < 10) throw Invalid('comentario', 'reject_comment')
  const decision: Decision = {
    level,
    outcome: action === 'aprobar' ? 'aprobado' : 'rechazado',
    comentario,
    motivo: action === 'reprobar' ? motivo : undefined,
  }
  return transaction(db, async (tx) => {
    const open = await steps.lockGroups(tx, groupIds)
    const found = await steps.lockForStep(tx, caller, { ids, groupIds: open, chiefId: requiredHead(caller, level) })
    const uploaders = await steps.uploaders(
      tx,
      found.map(({ id }) => id),
    )
    // An analysis is looked up on its own, a group with all its members.
    const byId = new Map(found.map((member) => [member.id, member]))
    const byGroup = Map.groupBy(found, ({ group_id }) => group_id)

    const undone: Undone[] = []
    const units: ReviewUnit[] = []
    const check = (asked: Pick<Undone, 'COD_ANALISIS' | 'AGRUPADO_ID'>, unit: ReviewUnit | undefined) => {
      const seen = asked.AGRUPADO_ID === null ? REVISIONES[asked.COD_ANALISIS!] : REVISIONES_GRUPOS[asked.AGRUPADO_ID]
      const code = unit
        ? refusalOfDecision(caller, unit, { ...decision, REVISION: seen }, uploaders, asked.AGRUPADO_ID === null)
        : 'not_found'
      if (!unit || code)
        undone.push({
          ...asked,
          nombre: unit ? (asked.AGRUPADO_ID === null ? unit.head.account : nameOf(unit)) : null,
          codigo: code!,
          motivo: sentence(code!, caller.locale, unit ? { ...paramsOf(unit, caller), group: unit.group?.name ?? '' } : {}),
        })
      else units.push(unit)
    }
    for (const id of new Set(ids)) check({ COD_ANALISIS: id, AGRUPADO_ID: null }, unitOf(byId.has(id) ? [byId.get(id)!] : []))
    for (const id of new Set(groupIds)) check({ COD_ANALISIS: null, AGRUPADO_ID: id }, unitOf(byGroup.get(id) ?? []))

    if (units.length > 0) await saveDecision(tx, caller, units, decision, () => notifyDecisions(tx, caller, units, decision, uploaders))
    return {
      hechos: units.filter(({ group }) => !group).map(({ head }) => head.id),
      gruposHechos: units.flatMap(({ group }) => group?.id ?? []),
      noHechos: undone,
    }
  })
}

function refusalOfDecision(caller: Caller, unit: ReviewUnit, decision: Decision, uploaders: Uploaders, alone: boolean): MessageKey | null {
  if (alone && unit.group) return 'analysis_in_group'
  const refused = refusalOf(unit, stepOf(decision), decision.REVISION) ?? dutyConflictOf(caller, unit, decision.level, uploaders)
  if (refused) return refused
  return unit.members.some(({ materiality }) => materiality === 'critica') ? 'bulk_critical' : null
}

/**
 * One notification per person: the usual one for a single unit, else the number of them; and one per department for recipients that alerts
 * add.
 */
async function notifyDecisions(
  tx: Db,
  caller: Caller,
  units: readonly ReviewUnit[],
  { level, outcome, comentario }: Decision,
  uploaders: Uploaders,
) {
  const asksControl = outcome === 'aprobado' && level === 'jefatura'
  const controllers = new Map<number, number[]>()
  if (asksControl)
    for (const business of new Set(units.map(({ head }) => head.business_id)))
      controllers.set(business, await steps.controllers(tx, business))
  const told = new Map<number, ReviewUnit[]>()
  for (const unit of units) {
    const people = asksControl
      ? withoutConflict(controllers.get(unit.head.business_id)!, unit, caller.userId, uploaders)
      : [outcome === 'rechazado' ? unit.head.analyst_id : unit.head.signer_id]
    for (const person of people)
      told
        .set(person, told.get(person) ?? [])
        .get(person)!
        .push(unit)
  }
  const template = outcome === 'rechazado' ? 'rechazado' : asksControl ? 'aprobado_jefatura' : 'aprobado_final'
  const said = (list: readonly ReviewUnit[]): Message => {
    const [unit] = list as [ReviewUnit]
    const params = { who: caller.name, comment: comentario ?? '' }
    if (list.length > 1)
      return {
        template: `${template}_varios`,
        params: { ...params, n: list.length },
        route: asksControl ? pageLink('/cuentas/analisis') : pageLink('/home'),
      }
    const route = asksControl ? unitRouteToDecide(unit) : unitRouteToPrepare(unit)
    return { template, params: { ...params, account: nameOf(unit), period: unit.head.period }, route }
  }
  for (const [person, list] of told) {
    const { template, params, route } = said(list)
    await notifyOnly(tx, [person], template, params, route)
  }
  for (const list of Map.groupBy(units, ({ head }) => `${head.business_id} ${head.department_id}`).values()) {
    const { template, params, route } = said(list)
    await notifyAddedByAlerts(tx, [...told.keys()], template, route, [{ about: { analysisId: list[0]!.head.id }, params }])
  }
}
