import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id; about 6 ms per check on the reference machine.
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

// The same letter typed on two keyboards may be one code point or two.
const normal = (password: string) => password.normalize('NFC')

/** @throws when the length is outside 8 to 128; richer rules belong to whoever asks for the password. */
export function hashPassword(password: string) {
  const length = [...normal(password)].length
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    throw new Error(`identity: a password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
  }
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
