import type { Output } from '@cuadre/api/endpoint'
import type { listMySessions } from '@cuadre/api/identity'
import type { Claims } from '../access/token.ts'
import type { AppOptions } from '../app.ts'
import { NotFound } from '../errors.ts'
import { atProvider, throughProvider } from './provider.ts'

type Deps = Pick<AppOptions, 'credentials'>
const moment = (seconds: number) => new Date(seconds * 1000).toISOString()

export async function list({ credentials }: Deps, { sub, sid, authTime, issuedAt }: Claims): Promise<Output<typeof listMySessions>> {
  if (!credentials) return [{ id: sid, INICIO: moment(authTime ?? issuedAt), VENCE: null, actual: true }]
  const open = await atProvider(() => credentials.sessions(sub))
  return open.map((each) => ({
    id: each.sid,
    INICIO: moment(each.signedInAt),
    VENCE: each.expiresAt === null ? null : moment(each.expiresAt),
    actual: each.sid === sid,
  }))
}

/** @throws 404 for somebody else's, too */
export async function end({ credentials }: Deps, { sub }: Claims, id: string) {
  const provider = throughProvider(credentials)
  if (!(await atProvider(() => provider.endSession(sub, id)))) throw NotFound()
  return { ok: true as const }
}

export async function endOthers({ credentials }: Deps, { sub, sid }: Claims) {
  const provider = throughProvider(credentials)
  await atProvider(() => provider.endOtherSessions(sub, sid))
  return { ok: true as const }
}
