import { randomUUID } from 'node:crypto'
import type { Artifacts } from './artifacts.ts'
import type { Attempts } from './attempts.ts'
import type { IdentityEvent, Sql } from './options.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

export type Account = {
  sub: string
  username: string
  email: string
  emailVerified: boolean
  name: string
  locale: string
  enabled: boolean
  /** A second factor is enrolled. */
  secondFactor: boolean
}

export type NewAccount = {
  username: string
  email: string
  emailVerified?: boolean
  name: string
  password: string
  locale?: string
}

export type AccountKey = { sub: string } | { username: string } | { email: string }

export type Accounts = ReturnType<typeof createAccounts>

const select = `select a.*, exists (select from identity.totp t where t.sub = a.sub) as second_factor from identity.account a`

export function createAccounts(sql: Sql, attempts: Attempts, artifacts: Artifacts, log: (event: IdentityEvent) => void) {
  const one = async (where: string, value: string) => (await sql(`${select} where ${where}`, [value])).rows[0]

  async function find(by: AccountKey): Promise<Account | undefined> {
    if ('sub' in by) return toAccount(await one('a.sub = $1', by.sub))
    if ('username' in by) return toAccount(await one('lower(a.username) = lower($1)', by.username))
    return toAccount(await one('lower(a.email) = lower($1)', by.email))
  }

  async function setEnabled(sub: string, enabled: boolean) {
    await sql('update identity.account set enabled = $2 where sub = $1', [sub, enabled])
    if (!enabled) await artifacts.endSessions(sub)
    log({ type: enabled ? 'account-enabled' : 'account-disabled', sub })
  }

  return {
    find,
    setEnabled,

    /** @throws the database's unique violation (23505) when the user name or the e-mail is taken. */
    async create(account: NewAccount): Promise<{ sub: string }> {
      const sub = randomUUID()
      const { username, email, emailVerified = false, name, password, locale = 'es' } = account
      await sql(
        `insert into identity.account (sub, username, email, email_verified, name, locale, password_hash) values ($1, $2, $3, $4, $5, $6, $7)`,
        [sub, username.trim(), email.trim(), emailVerified, name, locale, await hashPassword(password)],
      )
      return { sub }
    },

    /** Leaves the sessions as they are; call `endSessions` when the change should sign out everywhere. */
    async setPassword(sub: string, password: string) {
      await sql('update identity.account set password_hash = $2, password_changed_at = now() where sub = $1', [
        sub,
        await hashPassword(password),
      ])
      log({ type: 'password-changed', sub })
    },

    /** For "current password" fields. Counts towards the lock-out like the sign-in page does. */
    async checkPassword(sub: string, password: string): Promise<boolean> {
      const row = await one('a.sub = $1', sub)
      return row !== undefined && (await isPasswordOf(row, password))
    },

    async update(sub: string, change: { email?: string; emailVerified?: boolean; name?: string; username?: string; locale?: string }) {
      const { email, emailVerified, name, username, locale } = change
      await sql(
        `update identity.account set email = coalesce($2, email), email_verified = coalesce($3, email_verified),
           name = coalesce($4, name), username = coalesce($5, username), locale = coalesce($6, locale) where sub = $1`,
        [sub, email?.trim() ?? null, emailVerified ?? null, name ?? null, username?.trim() ?? null, locale ?? null],
      )
    },

    async endSessions(sub: string) {
      await artifacts.endSessions(sub)
      log({ type: 'sessions-ended', sub })
    },

    async unlock(sub: string) {
      await attempts.forget(`password:${sub}`, `code:${sub}`)
      log({ type: 'account-unlocked', sub })
    },

    /** For somebody who lost both the device and the recovery codes. The next sign-in that needs it enrols again. */
    async removeSecondFactor(sub: string) {
      await sql('delete from identity.totp where sub = $1', [sub])
      await sql('delete from identity.recovery_code where sub = $1', [sub])
      await attempts.forget(`code:${sub}`)
      log({ type: 'second-factor-removed', sub })
    },

    /** User name or e-mail, and password. Says no more than yes or no: unknown, wrong, locked and disabled look alike. */
    async signIn(login: string, password: string): Promise<Account | undefined> {
      const row = await one('lower($1) in (lower(a.username), lower(a.email)) order by lower(a.username) = lower($1) desc limit 1', login)
      // An unknown name is counted too: otherwise it would answer a little faster, and never lock.
      const known = row ?? { sub: `nobody:${login.toLowerCase().slice(0, 100)}` }
      if (!(await isPasswordOf(known, password))) return undefined
      const account = toAccount(row)
      if (account?.enabled) return account
      log({ type: 'sign-in-failed', sub: account?.sub, reason: 'disabled' })
      return undefined
    },
  }

  async function isPasswordOf(row: Record<string, unknown>, password: string) {
    const key = `password:${row.sub}`
    const { locked, last } = await attempts.begin(key)
    const matches = await passwordMatches(row.password_hash === undefined ? undefined : String(row.password_hash), password)
    if (matches && !locked) {
      await attempts.forget(key)
      return true
    }
    const sub = row.password_hash === undefined ? undefined : row.sub
    log({ type: 'sign-in-failed', sub, reason: locked ? 'locked' : 'password' })
    if (last && sub) log({ type: 'account-locked', sub, factor: 'password' })
    return false
  }
}

function toAccount(row: Record<string, unknown> | undefined): Account | undefined {
  if (!row) return undefined
  return {
    sub: String(row.sub),
    username: String(row.username),
    email: String(row.email),
    emailVerified: row.email_verified === true,
    name: String(row.name),
    locale: String(row.locale),
    enabled: row.enabled === true,
    secondFactor: row.second_factor === true,
  }
}
