import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { IdentityEvent, Sql } from './options.ts'

export type Clients = ReturnType<typeof createClients>

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Whether a client shows its secret, of which only the hash is kept. */
export const secretMatches = (kept: string, shown: string) => timingSafeEqual(Buffer.from(hashOf(shown)), Buffer.from(kept))

/** Programs that sign in by themselves (client credentials): each has a name and a secret, and no person behind it. */
export function createClients(sql: Sql, log: (event: IdentityEvent) => void) {
  return {
    /** A new secret, told once: that of before is of no use any more. Makes the client where there is none. `sub` is that of its tokens. */
    async renew({ clientId, name }: { clientId: string; name: string }): Promise<{ sub: string; secret: string }> {
      // 256 random bits: there is nothing to guess, so a fast hash is enough and no lock-out is needed.
      const secret = randomBytes(32).toString('base64url')
      await sql(
        `insert into identity.client (client_id, name, secret_hash) values ($1, $2, $3)
         on conflict (client_id) do update set name = excluded.name, secret_hash = excluded.secret_hash, renewed_at = now()`,
        [clientId, name, hashOf(secret)],
      )
      log({ type: 'client-secret-renewed', clientId })
      return { sub: clientId, secret }
    },

    async setEnabled(clientId: string, enabled: boolean) {
      await sql('update identity.client set enabled = $2 where client_id = $1', [clientId, enabled])
      log({ type: enabled ? 'client-enabled' : 'client-disabled', clientId })
    },

    /** As the provider reads a client. One that is disabled is not there. */
    async find(clientId: string): Promise<AdapterPayload | undefined> {
      const { rows } = await sql('select name, secret_hash from identity.client where client_id = $1 and enabled', [clientId])
      const [client] = rows
      if (!client) return undefined
      return {
        client_id: clientId,
        client_name: String(client.name),
        client_secret: String(client.secret_hash),
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      }
    },
  }
}
