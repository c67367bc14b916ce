import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { now } from './clock.ts'
import type { Sql } from './options.ts'
import { hashPassword, type Weakness, weaknessOf } from './passwords.ts'

/** Seconds in which the e-mail is to be proved. */
const LIVE = 30 * 60

const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url')

type NewRegistration = { email: string; name: string; password: string; locale: string }

/**
 * Accounts that people ask for themselves. Until the e-mail is proved there is no account, so an address can neither be taken nor be
 * prepared with somebody else's password; and nothing here depends on whether there is an account already, so nothing tells.
 */
export function createRegistrations(sql: Sql) {
  return {
    /** Answers a token that confirms this registration, with this password, and is good for nothing else. */
    async register({ email, name, password, locale }: NewRegistration): Promise<{ token: string } | { weakness: Weakness }> {
      const weakness = weaknessOf(password, { username: email, email })
      if (weakness) return { weakness }
      const token = randomBytes(32).toString('base64url')
      await sql('insert into identity.registration (key, email, name, locale, password_hash, expires_at) values ($1, $2, $3, $4, $5, $6)', [
        keyOf(token),
        email.trim(),
        name,
        locale,
        await hashPassword(password),
        now() + LIVE,
      ])
      return { token }
    },

    /** The e-mail that the registration waits for. */
    async emailOf(token: string): Promise<string | undefined> {
      const { rows } = await sql('select email from identity.registration where key = $1 and expires_at > $2', [keyOf(token), now()])
      return rows[0] && String(rows[0].email)
    },

    /** In which language somebody waits for this e-mail to be proved, if anybody does. */
    async waiting(email: string): Promise<string | undefined> {
      const { rows } = await sql(
        'select locale from identity.registration where lower(email) = lower($1) and expires_at > $2 order by expires_at desc limit 1',
        [email, now()],
      )
      return rows[0] && String(rows[0].locale)
    },

    /** The e-mail is proved: makes the account, once; its user name is the e-mail until administration gives another. Nothing if it is taken. */
    async confirm(token: string): Promise<{ sub: string; name: string } | undefined> {
      const { rows } = await sql(
        `with r as (delete from identity.registration where key = $1 and expires_at > $2 returning *)
         insert into identity.account (sub, username, email, email_verified, name, locale, password_hash, password_changed_at)
         select $3, email, email, true, name, locale, password_hash, to_timestamp($4) from r on conflict do nothing returning sub, name`,
        [keyOf(token), now(), randomUUID(), now()],
      )
      return rows[0] && { sub: String(rows[0].sub), name: String(rows[0].name) }
    },
  }
}
