import type { Analysis, uploadAnalysisFile } from '@cuadre/api/analysis'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { type Db, transaction } from '../database/index.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../errors.ts'
import { record } from '../event/index.ts'
import type { Caller } from '../http/context.ts'
import { notify } from '../mail/notify.ts'
import type { Storage } from '../storage/index.ts'
import { isRefusal, next, stateLabel } from './analysis.flow.ts'
import * as repository from './analysis.repository.ts'
import { contradiction, type Reading, readUpload } from './book.ts'
import { statesOf } from './decision.ts'
import { amountText, cents, fits } from './money.ts'
import { routeToDecide } from './notices.ts'

type Submission = Parsed<typeof uploadAnalysisFile>['body']

/**
 * The analyst supports the balance: file, value, difference and comment become version n+1 and wait for jefatura. The file is read
 * before the row is locked and kept before the commit. @throws 403 when it is assigned to somebody else, 404, 409 with the current state, 422
 */
export async function submit(db: Db, storage: Storage, caller: Caller, id: number, body: Submission): Promise<Analysis> {
  // A text field of that name is no file.
  if (typeof body.file !== 'object') throw Invalid('file', 'file_required')
  if (!(await repository.look(db, caller, id))) throw NotFound()
  const reading = await readUpload(body.file)
  return transaction(db, async (tx) => {
    const now = await repository.lock(tx, caller, id)
    if (!now) throw NotFound()
    if (now.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
    if (now.closed) throw Conflict('period_closed', {}, await repository.find(tx, id))
    const then = next(statesOf(now), 'enviado')
    if (isRefusal(then)) throw Conflict(then.refused, { state: stateLabel(statesOf(now), caller.locale) }, await repository.find(tx, id))
    const comment = check(caller, now, body, reading)

    const version = now.version + 1
    const { name, size, sha256 } = body.file
    await sql`insert into analysis_file (analysis_id, version, name, size, sha256, value, comment, uploaded_by, kind, book)
      values (${id}, ${version}, ${name}, ${size}, ${sha256}, ${body.VALOR_ANALISIS}, ${comment}, ${caller.userId}, ${reading.kind},
        ${reading.book && JSON.stringify(reading.book)}::jsonb)`.execute(tx)
    await sql`update analysis set value = ${body.VALOR_ANALISIS}, comment = ${comment}, version = ${version}, state_main = ${then.main},
      state_jefatura = ${then.jefatura}, state_control = ${then.control}, submitted_at = now(), first_submitted_at = coalesce(first_submitted_at, now()),
      jefatura_at = null, jefatura_by = null, control_at = null, control_by = null, rejection = null, revision = revision + 1 where id = ${id}`.execute(
      tx,
    )
    await storage.keep(body.file)
    const sent = (await repository.find(tx, id))!
    await record(tx, {
      periodId: now.period_id,
      kind: 'enviado',
      analysisId: id,
      caller,
      from: now.state_main,
      to: then.main,
      comment: comment ?? undefined,
      detail: {
        version,
        archivo: name,
        sha256,
        balance: sent.VALOR_BALANCE,
        valor: sent.VALOR_ANALISIS,
        variacion: sent.VARIACION,
      },
    })
    if (now.chief_id)
      await notify(tx, [now.chief_id], 'enviado', { who: caller.name, account: now.account, period: now.period }, routeToDecide(id), {
        analysisId: id,
      })
    return sent
  })
}

/** Values, comment and workbook against the balance of this moment. @returns the comment, null when there is none */
function check({ locale }: Caller, now: repository.Locked, body: Submission, reading: Reading): string | null {
  // First: a workbook of an older balance explains a difference that is off.
  const wrong = contradiction(reading, {
    id: now.id,
    account: now.account,
    period: now.period,
    balance: now.balance,
    value: body.VALOR_ANALISIS,
    locale,
  })
  if (wrong) throw wrong
  const expected = cents(now.balance) - cents(body.VALOR_ANALISIS)
  const off = expected - cents(body.VARIACION)
  if (off > 1n || off < -1n)
    throw Invalid('VARIACION', 'analysis_variation', {
      expected: amountText(expected, locale),
      received: amountText(body.VARIACION, locale),
    })
  if (!fits(expected)) throw Invalid('VALOR_ANALISIS', 'analysis_value_range')
  const comment = body.COMENTARIO_VARIACION || null
  if (!comment && (now.materiality === 'material' || now.materiality === 'critica'))
    throw Invalid('COMENTARIO_VARIACION', 'analysis_comment_required')
  return comment
}
