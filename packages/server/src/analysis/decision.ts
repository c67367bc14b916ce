import type { Analysis } from '@cuadre/api/analysis'
import { sql } from 'kysely'
import { type Db, transaction } from '../database/index.ts'
import { Conflict, Forbidden, NotFound } from '../errors.ts'
import { record } from '../event/index.ts'
import type { Caller } from '../http/context.ts'
import { notify } from '../mail/notify.ts'
import { conflictOfDuty, isRefusal, type Level, next, type States, stateLabel } from './analysis.flow.ts'
import * as repository from './analysis.repository.ts'
import { routeToDecide, routeToPrepare } from './notices.ts'

type Outcome = 'aprobado' | 'rechazado'
type Decision = { level: Level; outcome: Outcome; comentario?: string | undefined; REVISION?: number | undefined }

/**
 * Approves or rejects at a level: state, event and notices in one transaction, under the lock of the row. Of two at once the second
 * finds the state moved. @throws 403 by segregation of duties, 404 out of scope, 409 with the current state
 */
export const decide = (db: Db, caller: Caller, id: number, { level, outcome, comentario, REVISION }: Decision): Promise<Analysis> =>
  transaction(db, async (tx) => {
    const now = await repository.lock(tx, caller, id, level === 'jefatura' ? caller.userId : undefined)
    if (!now) throw NotFound()
    if (now.closed) throw Conflict('period_closed', {}, await repository.find(tx, id))
    const step = `${outcome}_${level}` as const
    const then = next(statesOf(now), step)
    const moved = REVISION !== undefined && REVISION !== now.revision
    if (moved || isRefusal(then)) {
      const code = moved || !isRefusal(then) ? 'analysis_moved' : then.refused
      throw Conflict(code, { state: stateLabel(statesOf(now), caller.locale) }, await repository.find(tx, id))
    }
    const uploaders = await repository.uploaders(tx, id)
    const duty = conflictOfDuty(caller.userId, level, { uploaders, jefatura: now.jefatura_by })
    if (duty) throw Forbidden(duty)

    await save(tx, id, level, outcome, then, caller.userId, comentario)
    await record(tx, {
      periodId: now.period_id,
      kind: step,
      analysisId: id,
      caller,
      from: now.state_main,
      to: then.main,
      comment: comentario || undefined,
      detail: { version: now.version },
    })
    await tell(tx, caller, now, { level, outcome, comment: comentario ?? '', uploaders })
    return (await repository.find(tx, id))!
  })

export const statesOf = ({ state_main, state_jefatura, state_control, submitted }: repository.Locked): States => ({
  main: state_main,
  jefatura: state_jefatura,
  control: state_control,
  submitted,
})

function save(tx: Db, id: number, level: Level, outcome: Outcome, then: States, userId: number, comment: string | undefined) {
  const [at, by, rejections] = [sql.ref(`${level}_at`), sql.ref(`${level}_by`), sql.ref(`rejections_${level}`)]
  const rejected = outcome === 'rechazado'
  return sql`update analysis set state_main = ${then.main}, state_jefatura = ${then.jefatura}, state_control = ${then.control}, ${at} = now(), ${by} = ${userId},
    ${rejections} = ${rejections} + ${rejected ? 1 : 0}, rejection = ${rejected ? comment : null}::text, revision = revision + 1 where id = ${id}`.execute(
    tx,
  )
}

type Told = { level: Level; outcome: Outcome; comment: string; uploaders: readonly number[] }
async function tell(tx: Db, caller: Caller, now: repository.Locked, { level, outcome, comment, uploaders }: Told) {
  const params = { who: caller.name, account: now.account, period: now.period }
  if (outcome === 'rechazado')
    return notify(tx, [now.analyst_id], 'rechazado', { ...params, comment }, routeToPrepare(now.id), { analysisId: now.id })
  if (level === 'control') return notify(tx, [now.analyst_id], 'aprobado_final', params, routeToPrepare(now.id), { analysisId: now.id })
  // Only those whose duties allow it.
  const free = (await repository.controllers(tx, now.business_id)).filter(
    (person) => !conflictOfDuty(person, 'control', { uploaders, jefatura: caller.userId }),
  )
  return notify(tx, free, 'aprobado_jefatura', params, routeToDecide(now.id), { analysisId: now.id })
}
