import type { Output } from '@cuadre/api/endpoint'
import type { getGroup, groupHistory } from '@cuadre/api/group'
import type { Db } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from '../analysis/analysis.repository.ts'
import { ofExplanation, permitted } from '../analysis/detail.ts'
import { idsOf, unitOf } from '../analysis/unit.ts'
import * as groups from './group.repository.ts'

/** Everything that a decision on a group needs, for whoever may see it. @throws 404 */
export async function groupDetail(db: Db, caller: Caller, id: number): Promise<Output<typeof getGroup>> {
  const found = await groups.findInScope(db, caller, id)
  const unit = unitOf(await repository.lookMembers(db, caller, id))
  if (!found || !unit) throw NotFound()
  const { files, annexes, former, uploaders, template, broken } = await groups.around(db, caller, id)
  return {
    ...found,
    MIEMBROS: await repository.byIds(db, idsOf(unit)),
    MARCAS: unit.members.flatMap((member) =>
      ofExplanation(member, former[member.id] ?? []).map((mark) => ({ ...mark, COD_ANALISIS: member.id })),
    ),
    PLANTILLA: template,
    ARCHIVOS: files,
    ANEXOS: annexes,
    EVENTOS: await groups.events(db, caller, id),
    CADENA_INTEGRA: broken === null,
    PUEDE: permitted(caller, unit, () => uploaders, false),
  }
}

/** The steps of a group, also of one that was dissolved. @throws 404 when none of them is in scope */
export async function groupSteps(
  db: Db,
  caller: Caller,
  id: number,
  query: { page: number; limit: number; sort?: string | undefined },
): Promise<Output<typeof groupHistory>> {
  const found = await groups.eventPage(db, caller, id, query)
  if (found.total === 0) throw NotFound()
  return found
}
