import { type Recall, type Reopen, STATE } from '@cuadre/api/analysis'
import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/index.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import type { MessageKey } from '../../platform/messages/index.ts'
import { type Level, lastDecision } from '../analysis/analysis.flow.ts'
import * as repository from '../analysis/analysis.repository.ts'
import {
  against,
  conflict,
  idsOf,
  lockUnit,
  nameOf,
  outcomeOf,
  type Target,
  tell,
  toDecide,
  toPrepare,
  type Unit,
  write,
} from '../analysis/unit.ts'
import { freeControllers } from './decision.ts'

/**
 * Takes back the last step: its analyst what was sent, while undecided; whoever decided last their decision, within 24 hours and
 * while nobody has acted on it (decisions §4). @throws 403 when it was somebody else's step, 404, 409 with the current state
 */
export async function recall(tx: Db, caller: Caller, target: Target, { comentario, REVISION }: z.output<typeof Recall>): Promise<void> {
  const unit = await lockUnit(tx, caller, target)
  const taken = lastStep(unit)
  const refused = against(unit, taken.step, REVISION)
  if (refused) throw await conflict(tx, caller, unit, refused)
  const duty = notTheirs(caller, taken)
  if (duty) throw Forbidden(duty)
  if (taken.level && !unit.head.fresh) throw await conflict(tx, caller, unit, 'recall_late')

  const then = outcomeOf(unit, taken.step)
  const uploaders = await repository.uploaders(tx, idsOf(unit))
  await write(tx, [unit], then, taken.level ? undone(taken.level) : sql`submitted_at = null`)
  if (unit.head.state_main === STATE.rechazado) await asSent(tx, unit)
  await tell(tx, caller, [unit], {
    kind: taken.step,
    to: then.main,
    comment: comentario,
    detail: ({ version }) => ({ version, nivel: taken.level }),
  })
  const params = { who: caller.name, account: nameOf(unit), period: unit.head.period }
  await notify(tx, await concerned(tx, caller, unit, taken.level, uploaders), taken.step, params, toDecide(unit))
  if (taken.level) await notify(tx, [unit.head.analyst_id], taken.step, params, toPrepare(unit))
}

/** What there is to take back, by whom it was done, and the key that it took. `level` null: the submission. */
type Taken = { step: 'recuperado' | 'decision_retirada'; level: Level | null; by: number | null; key: Permission }
function lastStep({ head }: Unit): Taken {
  if (head.state_main === 1) return { step: 'recuperado', level: null, by: head.analyst_id, key: 'analysis.item.submit' }
  const level = lastDecision({ control: head.state_control })
  return { step: 'decision_retirada', level, by: head[`${level}_by`], key: `analysis.${level}.decide` }
}
const notTheirs = (caller: Caller, { by, key, level }: Taken) =>
  by === caller.userId && caller.permissions.has(key) ? null : level ? 'duty_not_author' : 'duty_not_yours'

/** Why the caller cannot take anything back, or null. */
export function whyNotRecall(caller: Caller, unit: Unit): MessageKey | null {
  const taken = lastStep(unit)
  return against(unit, taken.step) ?? notTheirs(caller, taken) ?? (taken.level && !unit.head.fresh ? 'recall_late' : null)
}

/** As if the level had not decided: its rejection does not count either (rules, K11). */
function undone(level: Level) {
  const [at, by, rejections, state] = [
    sql.ref(`${level}_at`),
    sql.ref(`${level}_by`),
    sql.ref(`rejections_${level}`),
    sql.ref(`state_${level}`),
  ]
  return sql`${at} = null, ${by} = null, ${rejections} = a.${rejections} - (a.${state} = 3)::int, rejection = null`
}

/** What its analyst has drafted since the rejection was never sent: whoever decides finds what was. Without a version the machine sent the balance. */
const asSent = (tx: Db, unit: Unit) =>
  sql`update analysis a set value = coalesce(f.value, a.balance), comment = f.comment, auto = f.id is null
    from analysis b left join analysis_file f on f.analysis_id = b.id and f.version = b.version where a.id = b.id and b.id = any(${idsOf(unit)}::int[])`.execute(
    tx,
  )

/** Whoever was asked to act on what is taken back: the head on a submission, control on what the head had approved. */
async function concerned(tx: Db, caller: Caller, unit: Unit, level: Level | null, uploaders: (id: number) => readonly number[]) {
  if (level === null) return unit.head.chief_id ? [unit.head.chief_id] : []
  return level === 'jefatura' && unit.head.state_main === 2 ? freeControllers(tx, unit, caller.userId, uploaders) : []
}

/**
 * Reopens what is approved for good, with a reason, for whoever is to act next. In a closed period nothing changes: its administrator
 * reopens the period first (decisions §6). @throws 404, 409 with the current state
 */
export async function reopen(tx: Db, caller: Caller, target: Target, { motivo, nivel, REVISION }: z.output<typeof Reopen>): Promise<void> {
  const unit = await lockUnit(tx, caller, target)
  const step = `reabierto_${nivel}` as const
  const refused = against(unit, step, REVISION)
  if (refused) throw await conflict(tx, caller, unit, refused)
  const then = outcomeOf(unit, step)
  const uploaders = await repository.uploaders(tx, idsOf(unit))
  await write(tx, [unit], then, sql`reopenings = a.reopenings + 1, control_at = null, control_by = null ${cleared[nivel]}`)
  await tell(tx, caller, [unit], { kind: 'reabierto', to: then.main, comment: motivo, detail: ({ version }) => ({ version, nivel }) })
  const { head } = unit
  const params = { who: caller.name, account: nameOf(unit), period: head.period, comment: motivo }
  const asked =
    nivel === 'jefatura' && head.chief_id
      ? [head.chief_id]
      : nivel === 'control'
        ? await freeControllers(tx, unit, head.jefatura_by, uploaders)
        : []
  const about = { analysisId: head.id, told: [head.analyst_id, ...asked] }
  await notify(tx, [head.analyst_id], 'reabierto', params, toPrepare(unit), about)
  await notify(tx, asked, 'reabierto', params, toDecide(unit), about)
}
const cleared = {
  analista: sql`, jefatura_at = null, jefatura_by = null, submitted_at = null`,
  jefatura: sql`, jefatura_at = null, jefatura_by = null`,
  control: sql``,
}
