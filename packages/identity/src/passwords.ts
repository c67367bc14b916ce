import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id; about 6 ms per check on the reference machine.
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

const PASSWORD_MIN = 12
const PASSWORD_MAX = 128

// The same letter typed on two keyboards may be one code point or two.
const normal = (password: string) => password.normalize('NFC')

/** A new password is none of the last so many, the one in use included. */
export const PASSWORD_HISTORY = 5

/** Why a new password is refused: fewer than 12 or more than 128 characters, holds the user name or the e-mail, was used before. */
export type Weakness = 'length' | 'own_name' | 'used'

const hasLength = (password: string) => {
  const { length } = [...normal(password)]
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX
}

/** What can be said of a password without knowing earlier ones. No rules about kinds of characters (ASVS 6.2.5). */
export function weaknessOf(password: string, { username, email }: { username: string; email: string }): Weakness | undefined {
  if (!hasLength(password)) return 'length'
  const typed = normal(password).toLowerCase()
  const names = [username, email, email.split('@')[0] ?? ''].map((name) => name.toLowerCase())
  // A name of three letters is within many a good password.
  if (names.some((name) => name.length > 3 && typed.includes(name))) return 'own_name'
  return undefined
}

/** @throws when the length is outside 12 to 128; whoever asks a person for a password says more with `weaknessOf`. */
export function hashPassword(password: string) {
  if (!hasLength(password)) throw new Error(`identity: a password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
  return hash(normal(password), cost)
}

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is an account behind it. */
export async function passwordMatches(stored: string | undefined, password: string) {
  decoy ??= hash('nobody has this password', cost)
  // argon2 of a megabyte-long "password" would be a gift to whoever wants to keep the processor busy.
  if (password.length > PASSWORD_MAX * 4) return false
  const matches = await verify(stored ?? (await decoy), normal(password))
  return matches && stored !== undefined
}
