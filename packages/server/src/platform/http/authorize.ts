import type { Endpoint } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import type { FastifyRequest } from 'fastify'
import { type Clock, findCaller, linkIdentity, usedService } from '../access/caller.ts'
import type { Claims, VerifyToken } from '../access/token.ts'
import type { Db } from '../database/index.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import type { Caller, Locale } from './context.ts'

export type AccessDeps = Clock & { db: Db; verifyToken: VerifyToken }

export const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** The session of a call, from its bearer token; none for a public call. @throws 401 */
export async function authenticate(
  request: FastifyRequest,
  { db, verifyToken }: AccessDeps,
  endpoint: Endpoint,
): Promise<Claims | undefined> {
  if (endpoint.allow === 'public') return undefined
  const token = bearerOf(request)
  if (!token) throw Unauthorized()
  const session = await verifyToken(token)
  // Opening the session is what links a new account; every other call needs it linked.
  if (endpoint.path === '/auth/login') await linkIdentity(db, session)
  return session
}

/** The caller as they are now. @throws 401, and 403 without a permission of the call */
export async function authorize(session: Claims, { db, ...clock }: AccessDeps, endpoint: Endpoint, locale: Locale): Promise<Caller> {
  const { allow, beforeSecondFactor } = endpoint
  const caller = await findCaller(db, session, locale, clock, beforeSecondFactor)
  const keys = allow === 'signed-in' ? [] : ((typeof allow === 'string' ? [allow] : allow) as readonly Permission[])
  if (keys.length > 0 && !keys.some((key) => caller.permissions.has(key))) throw Forbidden()
  if (caller.service) {
    if (keys.length === 0) throw Forbidden('service_call')
    await usedService(db, caller.userId)
  }
  return caller
}
