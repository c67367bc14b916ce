import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { getGroup, groupHistory } from '@cuadre/api/group'
import type { Db } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from '../analysis/analysis.repository.ts'
import * as analysisSteps from '../analysis/analysis.steps.repository.ts'
import { allowedSteps, explanationMarks } from '../analysis/detail.service.ts'
import { idsOf, unitOf } from '../analysis/review-unit.ts'
import { withDraft } from '../submission/submission.service.ts'
import * as groups from './group.repository.ts'

/** Everything needed for a decision on a group, for anybody who may see it. @throws 404 */
export async function groupDetail(db: Db, caller: Caller, zone: string, id: number): Promise<Output<typeof getGroup>> {
  const found = await groups.findInScope(db, caller, zone, id)
  const unit = unitOf(await analysisSteps.findMembersForStep(db, caller, id))
  if (!found || !unit) throw NotFound()
  const { files, annexes, former, uploaders, template, broken } = await groups.reviewDataOf(db, caller, id)
  const members = await repository.byIds(db, zone, idsOf(unit))
  const own = unit.head.analyst_id === caller.userId
  return {
    ...found,
    MIEMBROS: own ? members.map((member, i) => withDraft(member, unit.members[i]!)) : members,
    MARCAS: unit.members.flatMap((member) =>
      explanationMarks(member, former[member.id] ?? []).map((mark) => ({ ...mark, COD_ANALISIS: member.id })),
    ),
    PLANTILLA: template,
    ARCHIVOS: files,
    ANEXOS: annexes,
    EVENTOS: await groups.events(db, caller, id),
    CADENA_INTEGRA: broken === null,
    PUEDE: allowedSteps(caller, unit, () => uploaders, false),
  }
}

/** The steps of a group, also of a dissolved one. @throws 404 if none is in scope */
export async function groupSteps(
  db: Db,
  caller: Caller,
  id: number,
  query: Parsed<typeof groupHistory>['query'],
): Promise<Output<typeof groupHistory>> {
  const found = await groups.eventPage(db, caller, id, query)
  if (found.total === 0) throw NotFound()
  return found
}
