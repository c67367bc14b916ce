import { randomUUID } from 'node:crypto'
import type { Artifacts } from './artifacts.ts'
import type { Attempts } from './attempts.ts'
import { now } from './clock.ts'
import type { IdentityEvent, Sql } from './options.ts'
import { hashPassword, PASSWORD_HISTORY, passwordMatches, type Weakness, weaknessOf } from './passwords.ts'

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
  /** The password is to be changed at the first sign-in. */
  temporary?: boolean
  locale?: string
}

export type AccountKey = { sub: string } | { username: string } | { email: string }

export type Accounts = ReturnType<typeof createAccounts>

const select = `select a.*, extract(epoch from a.password_changed_at) as password_at, exists (select from identity.totp t where t.sub = a.sub) as second_factor from identity.account a`

type Parts = {
  sql: Sql
  attempts: Attempts
  artifacts: Artifacts
  passwordDays?: ((sub: string) => Promise<number>) | undefined
  tellLocked?: ((sub: string) => Promise<void>) | undefined
  log: (event: IdentityEvent) => void
}

export function createAccounts({ sql, attempts, artifacts, passwordDays = async () => 0, tellLocked, log }: Parts) {
  const one = async (where: string, value: string) => (await sql(`${select} where ${where}`, [value])).rows[0]

  async function find(by: AccountKey): Promise<Account | undefined> {
    if ('sub' in by) return toAccount(await one('a.sub = $1', by.sub))
    if ('username' in by) return toAccount(await one('lower(a.username) = lower($1)', by.username))
    return toAccount(await one('lower(a.email) = lower($1)', by.email))
  }

  async function passwordChangedAt(sub: string): Promise<number | null> {
    const at = (await one('a.sub = $1', sub))?.password_at
    return at == null ? null : Math.floor(Number(at))
  }

  async function setEnabled(sub: string, enabled: boolean) {
    await sql('update identity.account set enabled = $2 where sub = $1', [sub, enabled])
    if (!enabled) await artifacts.endSessions(sub)
    log({ type: enabled ? 'account-enabled' : 'account-disabled', sub })
  }

  async function weakness(sub: string, password: string): Promise<Weakness | undefined> {
    const row = await one('a.sub = $1', sub)
    if (!row) return undefined
    const weak = weaknessOf(password, { username: String(row.username), email: String(row.email) })
    if (weak) return weak
    const { rows } = await sql('select hash from identity.password_history where sub = $1', [sub])
    for (const hash of [row.password_hash, ...rows.map((old) => old.hash)]) if (await passwordMatches(String(hash), password)) return 'used'
    return undefined
  }

  return {
    find,
    setEnabled,
    passwordChangedAt,

    /** @throws the database's unique violation (23505) when the user name or the e-mail is taken. */
    async create(account: NewAccount): Promise<{ sub: string }> {
      const sub = randomUUID()
      const { username, email, emailVerified = false, name, password, temporary = false, locale = 'es' } = account
      await sql(
        `insert into identity.account (sub, username, email, email_verified, name, locale, password_hash, must_change_password, password_changed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9))`,
        [sub, username.trim(), email.trim(), emailVerified, name, locale, await hashPassword(password), temporary, now()],
      )
      return { sub }
    },

    weakness,

    /**
     * A password chosen by the person: neither weak nor one of the last five; answers why not. Failed tries of the old one are forgotten.
     * Leaves the sessions as they are; call `endSessions` or `endOtherSessions` when the change should sign out elsewhere.
     */
    async setPassword(sub: string, password: string): Promise<Weakness | undefined> {
      for (;;) {
        const row = await one('a.sub = $1', sub)
        const weak = await weakness(sub, password)
        if (weak || !row) return weak
        // Two changes at once: the later one sees the earlier one in the history.
        const { rows } = await sql(
          `with changed as (
             update identity.account set password_hash = $2, must_change_password = false, password_changed_at = to_timestamp($4)
             where sub = $1 and password_hash = $3 returning sub)
           insert into identity.password_history (sub, hash) select sub, $3 from changed returning 1`,
          [sub, await hashPassword(password), row.password_hash, now()],
        )
        if (!rows.length) continue
        await sql(
          `delete from identity.password_history where sub = $1 and id not in (
             select id from identity.password_history where sub = $1 order by id desc limit ${PASSWORD_HISTORY - 1})`,
          [sub],
        )
        await attempts.forget(`password:${sub}`)
        log({ type: 'password-changed', sub })
        return undefined
      }
    },

    /** Chosen by the administration, for the next sign-in alone: it asks for another. */
    async setTemporaryPassword(sub: string, password: string) {
      await sql(
        'update identity.account set password_hash = $2, must_change_password = true, password_changed_at = to_timestamp($3) where sub = $1',
        [sub, await hashPassword(password), now()],
      )
      await attempts.forget(`password:${sub}`)
      log({ type: 'password-changed', sub })
    },

    /** Why the next sign-in asks for a new password, if it does. */
    async mustChangePassword(sub: string): Promise<'temporary' | 'expired' | undefined> {
      const row = await one('a.sub = $1', sub)
      if (row?.must_change_password === true) return 'temporary'
      const days = row ? await passwordDays(sub) : 0
      return days > 0 && Number(row?.password_at) + days * 86400 <= now() ? 'expired' : undefined
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

    async endOtherSessions(sub: string, sid: string) {
      await artifacts.endOtherSessions(sub, sid)
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
    async signIn(login: string, password: string, address?: string): Promise<Account | undefined> {
      const row = await one('lower($1) in (lower(a.username), lower(a.email)) order by lower(a.username) = lower($1) desc limit 1', login)
      // An unknown name is counted too: otherwise it would answer a little faster, and never lock.
      const known = row ?? { sub: `nobody:${login.toLowerCase().slice(0, 100)}` }
      if (!(await isPasswordOf(known, password, address))) return undefined
      const account = toAccount(row)
      if (account?.enabled) return account
      log({ type: 'sign-in-failed', sub: account?.sub, reason: 'disabled' })
      return undefined
    },
  }

  async function isPasswordOf(row: Record<string, unknown>, password: string, address?: string) {
    const key = `password:${row.sub}`
    const { locked, last } = await attempts.begin(key, address)
    const matches = await passwordMatches(row.password_hash === undefined ? undefined : String(row.password_hash), password)
    if (matches && !locked) {
      await attempts.succeeded(key, address)
      return true
    }
    const sub = row.password_hash === undefined ? undefined : row.sub
    log({ type: 'sign-in-failed', sub, reason: locked ? 'locked' : 'password' })
    if (last && sub) {
      log({ type: 'account-locked', sub, factor: 'password' })
      // Nobody waits for the mail: the answer would take longer where there is somebody.
      void tellLocked?.(String(sub)).catch((error) => log({ type: 'error', message: String(error) }))
    }
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
