import type { decideBulk } from '@cuadre/api/analysis'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Message } from '../../platform/mail/deliver.ts'
import { notifyOthers, notifyThem } from '../../platform/mail/notify.ts'
import { type MessageKey, sentence } from '../../platform/messages/index.ts'
import * as repository from '../analysis/analysis.repository.ts'
import { against, nameOf, paramsOf, toDecide, toPrepare, type Unit, unitOf } from '../analysis/unit.ts'
import { type Decision, dutyAgainst, freeOf, headAsked, save, stepOf, type Uploaders } from './decision.ts'

type Body = Parsed<typeof decideBulk>['body']
type Undone = Output<typeof decideBulk>['noHechos'][number]

/**
 * One decision for many, each checked as if it were alone; what cannot be decided is said and does not hinder the others. All that is
 * done is done in one transaction, with one statement for all states and one for all events, and every person is told once.
 * @throws 403 without the key of the level, 422 without a reason to reject
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
    const open = await repository.lockGroups(tx, groupIds)
    const found = await repository.lockAll(tx, caller, { ids, groupIds: open, chiefId: headAsked(caller, level) })
    const uploaders = await repository.uploaders(
      tx,
      found.map(({ id }) => id),
    )
    // An analysis is looked up alone, a group as all of its members.
    const byId = new Map(found.map((member) => [member.id, member]))
    const byGroup = Map.groupBy(found, ({ group_id }) => group_id)

    const undone: Undone[] = []
    const units: Unit[] = []
    const judge = (asked: Pick<Undone, 'COD_ANALISIS' | 'AGRUPADO_ID'>, unit: Unit | undefined) => {
      const seen = asked.AGRUPADO_ID === null ? REVISIONES[asked.COD_ANALISIS!] : REVISIONES_GRUPOS[asked.AGRUPADO_ID]
      const code = unit ? whyNot(caller, unit, { ...decision, REVISION: seen }, uploaders, asked.AGRUPADO_ID === null) : 'not_found'
      if (!unit || code)
        undone.push({
          ...asked,
          nombre: unit ? (asked.AGRUPADO_ID === null ? unit.head.account : nameOf(unit)) : null,
          codigo: code!,
          motivo: sentence(code!, caller.locale, unit ? { ...paramsOf(unit, caller), group: unit.group?.name ?? '' } : {}),
        })
      else units.push(unit)
    }
    for (const id of new Set(ids)) judge({ COD_ANALISIS: id, AGRUPADO_ID: null }, unitOf(byId.has(id) ? [byId.get(id)!] : []))
    for (const id of new Set(groupIds)) judge({ COD_ANALISIS: null, AGRUPADO_ID: id }, unitOf(byGroup.get(id) ?? []))

    if (units.length > 0) {
      await save(tx, caller, units, decision)
      await digest(tx, caller, units, decision, uploaders)
    }
    return {
      hechos: units.filter(({ group }) => !group).map(({ head }) => head.id),
      gruposHechos: units.flatMap(({ group }) => group?.id ?? []),
      noHechos: undone,
    }
  })
}

function whyNot(caller: Caller, unit: Unit, decision: Decision, uploaders: Uploaders, alone: boolean): MessageKey | null {
  if (alone && unit.group) return 'analysis_in_group'
  const refused = against(unit, stepOf(decision), decision.REVISION) ?? dutyAgainst(caller, unit, decision.level, uploaders)
  if (refused) return refused
  return unit.members.some(({ materiality }) => materiality === 'critica') ? 'bulk_critical' : null
}

/** One notice a person: the usual one for a single item, else how many; and one for whom an alert adds, department by department. */
async function digest(tx: Db, caller: Caller, units: readonly Unit[], { level, outcome, comentario }: Decision, uploaders: Uploaders) {
  const asksControl = outcome === 'aprobado' && level === 'jefatura'
  const controllers = new Map<number, number[]>()
  if (asksControl)
    for (const business of new Set(units.map(({ head }) => head.business_id)))
      controllers.set(business, await repository.controllers(tx, business))
  const told = new Map<number, Unit[]>()
  for (const unit of units) {
    const people = asksControl ? freeOf(controllers.get(unit.head.business_id)!, unit, caller.userId, uploaders) : [unit.head.analyst_id]
    for (const person of people)
      told
        .set(person, told.get(person) ?? [])
        .get(person)!
        .push(unit)
  }
  const template = outcome === 'rechazado' ? 'rechazado' : asksControl ? 'aprobado_jefatura' : 'aprobado_final'
  const said = (list: readonly Unit[]): Message => {
    const [unit] = list as [Unit]
    const params = { who: caller.name, comment: comentario ?? '' }
    if (list.length > 1)
      return { template: `${template}_varios`, params: { ...params, n: list.length }, route: asksControl ? '/cuentas/analisis' : '/home' }
    const route = asksControl ? toDecide(unit) : toPrepare(unit)
    return { template, params: { ...params, account: nameOf(unit), period: unit.head.period }, route }
  }
  for (const [person, list] of told) {
    const { template, params, route } = said(list)
    await notifyThem(tx, [person], template, params, route)
  }
  for (const list of Map.groupBy(units, ({ head }) => `${head.business_id} ${head.department_id}`).values()) {
    const { template, params, route } = said(list)
    await notifyOthers(tx, [...told.keys()], template, route, [{ about: { analysisId: list[0]!.head.id }, params }])
  }
}
