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

export async function loadKeys(sql: Sql, given?: IdentityKeys, sealingKey?: string): Promise<Keys> {
  if (given && given.vault.length < 32) throw new Error('identity: keys.vault needs at least 32 characters')
  const kept = given ?? (await keptKeys(sql, sealingKey))
  const vault = createHash('sha256').update(kept.vault).digest()
  const signing = await Promise.all(
    kept.signing.map(async (key) => ({ ...key, use: 'sig', alg: 'RS256', kid: key.kid ?? (await calculateJwkThumbprint(key)) })),
  )
  const hmac = (purpose: string, text: string) => createHmac('sha256', vault).update(`${purpose}\n${text}`).digest()
  return {
    signing,
    cookies: kept.cookies,
    publicKeys: { keys: signing.map(({ kty, n, e, kid, use, alg }) => ({ kty, n, e, kid, use, alg })) },
    ...sealer(vault),
    derive: (purpose) => hmac('derive', purpose).subarray(0, 20),
    mac: (text) => hmac('mac', text).toString('base64url'),
  }
}

const SEALED = 'sealed:'

/** Whichever process comes first writes the keys; every process uses what was written. With a sealing key they are of no use to who copies the database. */
async function keptKeys(sql: Sql, sealingKey: string | undefined): Promise<IdentityKeys> {
  const box = sealingKey === undefined ? undefined : sealer(createHash('sha256').update(sealingKey).digest())
  const read = async () => (await sql(`select value from identity.secret where name = 'keys'`)).rows[0]?.value
  const written = (keys: IdentityKeys) => (box ? SEALED + box.seal(JSON.stringify(keys)) : JSON.stringify(keys))
  const opened = (value: string): IdentityKeys | undefined => {
    if (!value.startsWith(SEALED)) return JSON.parse(value)
    try {
      return box && JSON.parse(box.open(value.slice(SEALED.length)))
    } catch {
      return undefined // sealed with another key
    }
  }
  const found = await read()
  if (found) {
    const keys = opened(String(found))
    if (keys) {
      // Of an earlier release, or from before there was a sealing key.
      if (box && !String(found).startsWith(SEALED)) await sql(`update identity.secret set value = $1 where name = 'keys'`, [written(keys)])
      return keys
    }
    if ((await sql('select 1 from identity.totp limit 1')).rows.length) throw missingKey()
    await sql(`delete from identity.secret where name = 'keys'`)
  }
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const fresh: IdentityKeys = {
    signing: [await exportJWK(privateKey)],
    cookies: [randomBytes(32).toString('base64url')],
    vault: randomBytes(32).toString('base64url'),
  }
  await sql(`insert into identity.secret (name, value) values ('keys', $1) on conflict do nothing`, [written(fresh)])
  return opened(String(await read()))!
}

const missingKey = () =>
  Object.assign(
    new Error(
      'Falta la llave que abre las del proveedor, o es otra: sin ella los segundos factores no se leen. Devuelva su archivo a su lugar.',
    ),
    { name: 'Plain' },
  )

/** AES-256-GCM with a key of 32 bytes. */
function sealer(key: Buffer) {
  return {
    seal(text: string) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
