import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { publishedKeys } from '../../platform/access/published-keys.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import type { EndedSession, VerifyLogout } from '../../platform/provider/provider.ts'
import { invalidateTokens } from './token-time.ts'

/** Access tokens expire minutes after their session, so the record of an ended session is not needed for longer. */
const RETENTION = "interval '1 day'"

/**
 * Accepts logout tokens of this issuer for this client (OpenID Connect Back-Channel Logout 1.0, §2.6).
 * @throws an error that says what is wrong
 */
export function logoutVerifier({ issuer, clientId, keys }: { issuer: string; clientId: string; keys: JSONWebKeySet | URL }): VerifyLogout {
  const keySet = keys instanceof URL ? publishedKeys(keys) : createLocalJWKSet(keys)
  return async (token) => {
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience: clientId,
      algorithms: ['RS256'],
      maxTokenAge: '2m',
      clockTolerance: 5,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const { sid, sub, events, nonce } = payload
    const isLogout = typeof events === 'object' && events !== null && 'http://schemas.openid.net/event/backchannel-logout' in events
    // With a nonce it would be an ID token.
    if (!isLogout || nonce !== undefined) throw new Error('not a logout token')
    if (typeof sid === 'string') return { iss: issuer, sid }
    if (sub) return { iss: issuer, sub }
    throw new Error('names neither a session nor a person')
  }
}

/** POST /auth/backchannel-logout, called by the provider when a session ends anywhere. Not part of the contract with the browser. */
export function serveBackChannel(api: FastifyInstance, db: Db, verify: VerifyLogout) {
  api.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 20_000 }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post('/auth/backchannel-logout', async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      const token = body instanceof URLSearchParams ? body.get('logout_token') : null
      const ended = token && (await verify(token).catch(() => undefined))
      if (!ended) return reply.status(400).send({ error: 'invalid_request' })
      await end(db, ended)
      return reply.status(200).send()
    })
  })
}

const end = (db: Db, ended: EndedSession) =>
  transaction(db, async (tx) => {
    if ('sid' in ended) {
      await sql`insert into ended_session (iss, sid) values (${ended.iss}, ${ended.sid}) on conflict do nothing`.execute(tx)
      await sql`delete from ended_session where ended_at < now() - ${sql.raw(RETENTION)}`.execute(tx)
      return
    }
    const { rows } = await sql<{
      user_id: number
    }>`select user_id from identity_link where iss = ${ended.iss} and sub = ${ended.sub}`.execute(tx)
    for (const { user_id } of rows) await invalidateTokens(tx, user_id)
  })
