import type { Output } from '@cuadre/api/endpoint'
import type { listMySessions } from '@cuadre/api/identity'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { sessionMinutes } from '../../platform/access/session-time.ts'
import type { Claims } from '../../platform/access/token.ts'
import { row } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import { callProvider, requireManagedHere } from '../../platform/provider/provider.ts'

type Deps = Pick<AppOptions, 'credentials'>
const moment = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A session ends when the provider says, or after the session time of the parameter, whichever comes first. */
export async function list(
  { db, credentials }: Pick<AppOptions, 'db' | 'credentials'>,
  { iss, sub, sid, authTime, issuedAt }: Claims,
): Promise<Output<typeof listMySessions>> {
  const user = sql`(select user_id from identity_link where iss = ${iss} and sub = ${sub})`
  const { minutes } = (await row(db, sql<{ minutes: number }>`select ${sessionMinutes(user)} as minutes`))!
  const mine = { sid, signedInAt: authTime ?? issuedAt, expiresAt: null }
  const open = credentials ? await callProvider(() => credentials.sessions(sub)) : [mine]
  return open.map((each) => {
    // Entering the password again restarts the session time.
    const since = each.sid === sid ? mine.signedInAt : each.signedInAt
    const most = since + minutes * 60
    return {
      id: each.sid,
      INICIO: moment(each.signedInAt),
      VENCE: moment(each.expiresAt === null ? most : Math.min(each.expiresAt, most)),
      actual: each.sid === sid,
    }
  })
}

/** @throws 404, also for a session of somebody else */
export async function end({ credentials }: Deps, { sub }: Claims, id: string) {
  const provider = requireManagedHere(credentials)
  if (!(await callProvider(() => provider.endSession(sub, id)))) throw NotFound()
  return { ok: true as const }
}

export async function endOthers({ credentials }: Deps, { sub, sid }: Claims) {
  const provider = requireManagedHere(credentials)
  await callProvider(() => provider.endOtherSessions(sub, sid))
  return { ok: true as const }
}
