import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { now } from './clock.ts'
import type { Sql } from './options.ts'

export type Artifacts = ReturnType<typeof createArtifacts>

/** Times in seconds since 1970. */
export type OpenSession = { sid: string; signedInAt: number; expiresAt: number }

const CLEAN_EVERY_SECONDS = 600

// The id of a session, code or refresh token is a bearer secret: only its hash is stored, and the id is left
// out of the payload, so that a copy of the database signs nobody in.
const keyOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** What the provider must remember between requests: sessions, interactions, grants, codes, refresh tokens. */
export function createArtifacts(sql: Sql) {
  let cleanedAt = 0

  const dropExpired = async () => {
    if (now() - cleanedAt < CLEAN_EVERY_SECONDS) return
    cleanedAt = now()
    await sql('delete from identity.artifact where expires_at < $1', [now()])
    await sql('delete from identity.attempt where last_at < $1', [now() - 86400])
    await sql('delete from identity.registration where expires_at < $1', [now()])
  }

  const readOne = async (kind: string, column: 'key' | 'uid', value: string) => {
    const { rows } = await sql(
      `select payload, expires_at, consumed_at from identity.artifact where kind = $1 and ${column} = $2 and expires_at > $3`,
      [kind, value, now()],
    )
    const row = rows[0]
    if (!row) return undefined
    const payload: AdapterPayload = { ...JSON.parse(String(row.payload)), exp: Number(row.expires_at) }
    if (row.consumed_at !== null) payload.consumed = Number(row.consumed_at)
    return payload
  }

  /** Whoever replays a code or refresh token has stolen it, or was stolen from: the session that it is of ends. */
  const endSessionAt = (uid: string) => sql(`delete from identity.artifact where kind = 'Session' and uid = $1`, [uid])

  const adapter = (kind: string): Adapter => ({
    async upsert(id, payload, expiresIn = 0) {
      const { jti: _id, session, ...rest } = payload
      const stored = session ? { ...rest, session: { ...session, cookie: undefined } } : rest
      await sql(
        `insert into identity.artifact (kind, key, payload, sub, uid, grant_id, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (kind, key) do update
         set payload = excluded.payload, sub = excluded.sub, uid = excluded.uid, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
        [
          kind,
          keyOf(id),
          JSON.stringify(stored),
          payload.accountId ?? null,
          kind === 'Session' ? (payload.uid ?? null) : null,
          kind === 'Grant' ? id : (payload.grantId ?? null),
          now() + expiresIn,
        ],
      )
      await dropExpired()
    },
    async find(id) {
      const payload = await readOne(kind, 'key', keyOf(id))
      // Asked for after it was used: the access token that came of it has no row to delete, and ends with its session, which the API asks for.
      if (payload?.consumed && payload.sessionUid) await endSessionAt(String(payload.sessionUid))
      return payload && { ...payload, jti: id }
    },
    findByUid: (uid) => readOne(kind, 'uid', uid),
    async findByUserCode() {
      return undefined // only the device flow asks, and it is off
    },
    async consume(id) {
      // Two requests may hold the same code or refresh token at once, in two processes. Exactly one wins; the other is a re-use.
      const { rows } = await sql(
        'update identity.artifact set consumed_at = $3 where kind = $1 and key = $2 and consumed_at is null returning grant_id',
        [kind, keyOf(id), now()],
      )
      if (rows.length) return
      const used = (await sql('select grant_id, payload from identity.artifact where kind = $1 and key = $2', [kind, keyOf(id)])).rows[0]
      if (used) {
        await endSessionAt(String(JSON.parse(String(used.payload)).sessionUid))
        await sql('delete from identity.artifact where grant_id = $1', [used.grant_id])
      }
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await sql('delete from identity.artifact where kind = $1 and key = $2', [kind, keyOf(id)])
    },
    async revokeByGrantId(grantId) {
      await sql('delete from identity.artifact where kind = $1 and grant_id = $2', [kind, grantId])
    },
  })

  return {
    adapter,

    /** A session that is signed in and neither ended nor expired. */
    async sessionAlive(sid: string) {
      const { rows } = await sql(
        `select 1 from identity.artifact where kind = 'Session' and uid = $1 and sub is not null and expires_at > $2`,
        [sid, now()],
      )
      return rows.length > 0
    },

    /** A refresh is activity: it moves the end of the idle window, never backwards. */
    async extendSession(sid: string, expiresAt: number) {
      await sql(`update identity.artifact set expires_at = greatest(expires_at, $2) where kind = 'Session' and uid = $1`, [sid, expiresAt])
    },

    async sessions(sub: string): Promise<OpenSession[]> {
      const { rows } = await sql(
        `select uid, payload, expires_at from identity.artifact where kind = 'Session' and sub = $1 and expires_at > $2 order by expires_at desc`,
        [sub, now()],
      )
      return rows.map((row) => ({
        sid: String(row.uid),
        signedInAt: Number(JSON.parse(String(row.payload)).loginTs),
        expiresAt: Number(row.expires_at),
      }))
    },

    /** A second factor was proved in this session. Tokens of the next authorization say so. */
    async raiseSession(sub: string, sid: string) {
      await sql(
        `update identity.artifact set payload = (payload::jsonb || '{"acr":"2","amr":["pwd","otp","mfa"]}')::text
         where kind = 'Session' and sub = $1 and uid = $2`,
        [sub, sid],
      )
    },

    /** Its tokens end with it: they are bound to the session. */
    async endSession(sub: string, sid: string): Promise<boolean> {
      const { rows } = await sql(`delete from identity.artifact where kind = 'Session' and sub = $1 and uid = $2 returning 1`, [sub, sid])
      return rows.length > 0
    },

    async endOtherSessions(sub: string, sid: string) {
      await sql(`delete from identity.artifact where kind = 'Session' and sub = $1 and uid <> $2`, [sub, sid])
    },

    async endSessions(sub: string) {
      await sql('delete from identity.artifact where sub = $1', [sub])
    },
  }
}
