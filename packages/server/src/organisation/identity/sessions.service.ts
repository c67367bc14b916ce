import type { Output } from '@cuadre/api/endpoint'
import type { listMySessions, OpenSession, userSessions } from '@cuadre/api/identity'
import { sql } from 'kysely'
import type { AppOptions } from '../../options.ts'
import { sessionMinutes } from '../../platform/access/session-time.ts'
import type { Claims } from '../../platform/access/token.ts'
import { recordChange } from '../../platform/audit/index.ts'
import { type Db, row, transaction } from '../../platform/database/index.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { queueMail, type Recipient } from '../../platform/mail/notify.ts'
import { callProvider, requireManagedHere } from '../../platform/provider/provider.ts'
import { checkRank } from '../user/rank.ts'
import { devicesOf } from './device.repository.ts'

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
  // Entering the password again restarts the session time.
  return described(db, iss, open, minutes, (each) => (each.sid === sid ? mine.signedInAt : each.signedInAt), sid)
}

type AtProvider = { sid: string; signedInAt: number; expiresAt: number | null }

async function described(
  db: Db,
  iss: string,
  open: readonly AtProvider[],
  minutes: number,
  since: (each: AtProvider) => number,
  current?: string,
): Promise<OpenSession[]> {
  const devices = await devicesOf(
    db,
    iss,
    open.map(({ sid }) => sid),
  )
  return open.map((each) => {
    const most = since(each) + minutes * 60
    const device = devices.get(each.sid)
    return {
      id: each.sid,
      INICIO: moment(each.signedInAt),
      VENCE: moment(each.expiresAt === null ? most : Math.min(each.expiresAt, most)),
      actual: each.sid === current,
      NAVEGADOR: device?.browser ?? null,
      SISTEMA: device?.system ?? null,
      MOVIL: device?.mobile ?? false,
    }
  })
}

type Account = Recipient & { sub: string | null; minutes: number }
const accountOf = (db: Db, issuer: string, id: number) =>
  row(
    db,
    sql<Account>`select u.id as "userId", u.email, u.locale, ${sessionMinutes(sql`u.id`)} as minutes,
        (select l.sub from identity_link l where l.user_id = u.id and l.iss = ${issuer}) as sub
      from app_user u where u.id = ${id}`,
  )

/** Of somebody else. @throws 404, 502 */
export async function listOf(
  { db, credentials }: Pick<AppOptions, 'db' | 'credentials'>,
  { sid }: Claims,
  id: number,
): Promise<Output<typeof userSessions>> {
  const account = await accountOf(db, credentials?.issuer ?? '', id)
  if (!account) throw NotFound()
  if (!credentials) return { conocidas: false, data: [] }
  const { sub, minutes } = account
  const open = sub === null ? [] : await callProvider(() => credentials.sessions(sub))
  const newestFirst = open.toSorted((a, b) => b.signedInAt - a.signedInAt)
  return { conocidas: true, data: await described(db, credentials.issuer, newestFirst, minutes, ({ signedInAt }) => signedInAt, sid) }
}

/** Recorded and mailed before it is done, as every change of administration. @throws 403, 404, 409, 502 */
export async function endOf({ db, credentials }: Pick<AppOptions, 'db' | 'credentials'>, caller: Caller, id: number, sessionId: string) {
  const provider = requireManagedHere(credentials)
  const account = await accountOf(db, provider.issuer, id)
  if (!account) throw NotFound()
  await checkRank(db, caller, id)
  const { sub } = account
  if (sub === null) throw Conflict('no_sign_in_account')
  // It must be theirs before anything is written of it.
  const open = await callProvider(() => provider.sessions(sub))
  if (!open.some(({ sid }) => sid === sessionId)) throw NotFound()
  await transaction(db, async (tx) => {
    await recordChange(tx, caller, { subject: 'usuario', id, before: null, after: { acceso: 'cierre_de_sesion' } })
    await queueMail(tx, account, 'sesion_cerrada', { who: caller.name })
    // Its access tokens are refused before they expire.
    await sql`insert into ended_session (iss, sid) values (${provider.issuer}, ${sessionId}) on conflict do nothing`.execute(tx)
  })
  await callProvider(() => provider.endSession(sub, sessionId))
  return { ok: true as const }
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
