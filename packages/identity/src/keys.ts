import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import type { IdentityKeys, Sql } from './options.ts'

export type Keys = {
  /** Private; for the provider only. */
  signing: JWK[]
  cookies: string[]
  publicKeys: JSONWebKeySet
  seal(text: string): string
  open(sealed: string): string
  /** 20 bytes bound to a purpose and a subject: the same input always gives the same bytes. */
  derive(purpose: string): Buffer
  /** Authenticates what we hand out as refresh token. */
  mac(text: string): string
}

export async function loadKeys(sql: Sql, given?: IdentityKeys): Promise<Keys> {
  if (given && given.vault.length < 32) throw new Error('identity: keys.vault needs at least 32 characters')
  const kept = given ?? (await keptKeys(sql))
  const vault = createHash('sha256').update(kept.vault).digest()
  const signing = await Promise.all(
    kept.signing.map(async (key) => ({ ...key, use: 'sig', alg: 'RS256', kid: key.kid ?? (await calculateJwkThumbprint(key)) })),
  )
  const hmac = (purpose: string, text: string) => createHmac('sha256', vault).update(`${purpose}\n${text}`).digest()
  return {
    signing,
    cookies: kept.cookies,
    publicKeys: { keys: signing.map(({ kty, n, e, kid, use, alg }) => ({ kty, n, e, kid, use, alg })) },
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', vault, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', vault, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    derive: (purpose) => hmac('derive', purpose).subarray(0, 20),
    mac: (text) => hmac('mac', text).toString('base64url'),
  }
}

/** Whichever process comes first writes the keys; every process uses what was written. */
async function keptKeys(sql: Sql): Promise<IdentityKeys> {
  const read = async () => (await sql(`select value from identity.secret where name = 'keys'`)).rows[0]?.value
  const found = await read()
  if (found) return JSON.parse(String(found))
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const fresh: IdentityKeys = {
    signing: [await exportJWK(privateKey)],
    cookies: [randomBytes(32).toString('base64url')],
    vault: randomBytes(32).toString('base64url'),
  }
  await sql(`insert into identity.secret (name, value) values ('keys', $1) on conflict do nothing`, [JSON.stringify(fresh)])
  return JSON.parse(String(await read()))
}
