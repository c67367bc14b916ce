import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { BinderKey } from '@cuadre/api/binder'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row } from '../../platform/database/index.ts'

type Keys = { private_key: string; public_key: string }
const found = (db: Db) => row(db, sql<Keys>`select private_key, public_key from binder_key`)

/** The key pair, made the first time; of two processes that make one at once, one stays. */
async function keys(db: Db): Promise<Keys> {
  const there = await found(db)
  if (there) return there
  const made = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  await sql`insert into binder_key (private_key, public_key) values (${made.privateKey.toString('base64')}, ${made.publicKey.toString('base64')})
    on conflict do nothing`.execute(db)
  return (await found(db))!
}

export async function publicKey(db: Db): Promise<z.output<typeof BinderKey>> {
  const { public_key: clave } = await keys(db)
  return { algoritmo: 'Ed25519', clave, huella: createHash('sha256').update(Buffer.from(clave, 'base64')).digest('hex') }
}

/** In base64. */
export async function signManifest(db: Db, manifest: string | Uint8Array): Promise<string> {
  const key = createPrivateKey({ key: Buffer.from((await keys(db)).private_key, 'base64'), type: 'pkcs8', format: 'der' })
  return sign(null, Buffer.from(manifest), key).toString('base64')
}

export async function isSigned(db: Db, manifest: Uint8Array, signature: string): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.from((await keys(db)).public_key, 'base64'), type: 'spki', format: 'der' })
  return verify(null, manifest, key, Buffer.from(signature, 'base64'))
}
