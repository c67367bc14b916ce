import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import { type Accounts, createAccounts } from './accounts.ts'
import { createArtifacts } from './artifacts.ts'
import { createAttempts } from './attempts.ts'
import { type Clients, createClients } from './clients.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createHandler } from './handler.ts'
import { loadKeys } from './keys.ts'
import type { IdentityOptions } from './options.ts'
import { migrate } from './schema.ts'
import { createSecondFactor } from './second-factor.ts'

export type { Account, AccountKey, NewAccount } from './accounts.ts'
export type { OpenSession } from './artifacts.ts'
export type { IdentityEvent, IdentityKeys, IdentityOptions, SessionLimits, Sql } from './options.ts'

export type Identity = {
  /** Everything below the realm's path; `req.url` still carries the full path and the body is unread. */
  handler: (req: IncomingMessage, res: ServerResponse) => void
  /** Public keys, for the API to verify access tokens without a request. */
  jwks: () => JSONWebKeySet
  /** False right after sign-out or disabling, however long the access token would still be valid. */
  sessionAlive: (sid: string) => Promise<boolean>
  accounts: Omit<Accounts, 'signIn'>
  credentials: Credentials
  /** Programs that sign in by themselves. */
  clients: Omit<Clients, 'find'>
}

/** The embedded OpenID Connect provider. Brings its own tables up to date in the schema `identity`. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { sql } = options
  const log = options.log ?? (() => {})
  await migrate(sql)
  const keys = await loadKeys(sql, options.keys, options.sealingKey)
  const artifacts = createArtifacts(sql)
  const attempts = createAttempts(sql)
  const accounts = createAccounts({ sql, attempts, artifacts, passwordDays: options.passwordDays, tellLocked: options.locked, log })
  const secondFactor = createSecondFactor(sql, keys, attempts, log)
  const clients = createClients(sql, log)
  const { signIn: _pageOnly, ...administration } = accounts
  return {
    handler: createHandler({ options, keys, accounts, artifacts, secondFactor, clients }, log),
    jwks: () => keys.publicKeys,
    sessionAlive: artifacts.sessionAlive,
    accounts: administration,
    credentials: createCredentials(sql, accounts, artifacts, secondFactor),
    clients: { renew: clients.renew, setEnabled: clients.setEnabled },
  }
}
