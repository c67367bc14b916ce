import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'

/**
 * A workbook carries a signature of what it was downloaded for, in a defined name that holds a text instead of a cell: it needs no cell of
 * a template, nobody overwrites it by accident, and Excel and LibreOffice keep it.
 */
export const SIGNATURE = 'CUADRE_FIRMA'

/** The signed content: an analysis with its balance (decimal text), or a group with the balances of its members. */
export type Issued = { kind: 'A' | 'G'; id: number; balance: string }
type Member = { id: number; balance: string }

export const issuedFor = ({ id, balance }: Member): Issued => ({ kind: 'A', id, balance })
/** A digest of many balances: a text in a workbook has at most 255 characters. */
export const issuedForGroup = (id: number, members: readonly Member[]): Issued => ({
  kind: 'G',
  id,
  balance: createHash('sha256')
    .update(members.map((member) => `${member.id}:${member.balance}`).join(' '))
    .digest('base64url')
    .slice(0, 22),
})

export const signingKey = async (db: Db): Promise<string> => (await row(db, sql<{ key: string }>`select key from signing_key`))!.key

const mac = (key: string, said: string) => createHmac('sha256', key).update(said).digest('base64url')

/** A~17~5000.00~<signature> */
export function sign(key: string, { kind, id, balance }: Issued): string {
  const said = `${kind}~${id}~${balance}`
  return `${said}~${mac(key, said)}`
}

/** The content of a signature; null if it is not ours. */
export function verify(key: string, signature: string): Issued | null {
  const [, said, kind, id, balance, code] = /^((A|G)~(\d{1,10})~([\w.-]{1,40}))~([\w-]{43})$/.exec(signature) ?? []
  if (!said || !code || !timingSafeEqual(Buffer.from(code), Buffer.from(mac(key, said)))) return null
  return { kind: kind as Issued['kind'], id: Number(id), balance: balance! }
}
