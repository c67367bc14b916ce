import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dryRun } from '../../platform/database/dry-run.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NamedError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type MessageKey, sentence } from '../../platform/messages/index.ts'

/** `huella`: of all that the answer says and rests on. */
export const fingerprint = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex')

/**
 * Runs `work`: a rehearsal is taken back, so that its answer is what would be; the real one stays only where it answers what was looked at.
 * @throws 422 `unseen` where nothing was looked at, 409 `moved` with the answer of now
 */
export async function asSeen<Answer extends { huella: string; simulado: boolean }>(
  db: Db,
  { simular, huella }: { simular: boolean; huella?: string | undefined },
  { unseen, moved }: Record<'unseen' | 'moved', MessageKey>,
  work: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (simular) return dryRun(db, work)
  if (!huella) throw Invalid('huella', unseen)
  return transaction(db, async (tx) => {
    const answer = await work(tx)
    if (answer.huella !== huella) throw Conflict(moved, {}, { ...answer, simulado: true })
    return answer
  })
}

/** Runs `work` for one row: where a rule refuses it, all that it did is taken back, and the answer is why, in the caller's language. */
export async function refusal(tx: Db, { locale }: Caller, work: () => Promise<void>): Promise<string | undefined> {
  await sql`savepoint one_row`.execute(tx)
  try {
    await work()
    await sql`release savepoint one_row`.execute(tx)
    return undefined
  } catch (error) {
    if (!(error instanceof NamedError)) throw error
    await sql`rollback to savepoint one_row`.execute(tx)
    const { code, params } = error.issues?.[0] ?? error
    return sentence(code, locale, params ?? {})
  }
}
