import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Account, Heading } from './chart.rules.ts'

export const headings = (db: Db) =>
  rows(db, sql<Heading>`select id, code, name, parent_id as "parentId" from heading where not merged order by id`)
/** The accounts of a business with these codes, or with codes that differ by zeros in front or capitals alone; locked until the transaction ends. */
export const accounts = (db: Db, business: number, codes: readonly string[]) =>
  rows(
    db,
    sql<Account>`select c.id, c.code, c.name, c.heading_id as "headingId", h.name as heading from account c left join heading h on h.id = c.heading_id
      where c.business_id = ${business}
        and lower(ltrim(c.code, '0')) = any(select lower(ltrim(x, '0')) from unnest(${codes}::text[]) x) order by c.id for update of c`,
  )

/** Those of the texts that are the name or the code of a business, and not of this one. */
export const otherBusinesses = async (db: Db, business: number, texts: readonly string[]) => {
  const calls = sql`(plain(b.name) = plain(t.said) or lower(ltrim(b.code, '0')) = lower(ltrim(t.said, '0')))`
  const found = await rows(
    db,
    sql<{ said: string }>`select t.said from unnest(${texts}::text[]) as t(said)
      where exists (select from business b where ${calls}) and not exists (select from business b where b.id = ${business} and ${calls})`,
  )
  return new Set(found.map(({ said }) => said))
}

type Made = { code: string; name: string; headingId: number | null; currency: string }
/** @returns how many were created: fewer if somebody else has created one meanwhile */
export async function insertAccounts(db: Db, business: number, made: readonly Made[]): Promise<number> {
  const found = await rows(
    db,
    sql<{ id: number }>`insert into account (business_id, code, name, heading_id, currency)
      select ${business}, * from unnest(${made.map((a) => a.code)}::text[], ${made.map((a) => a.name)}::text[], ${made.map((a) => a.headingId)}::int[],
        ${made.map((a) => a.currency)}::text[]) on conflict do nothing returning id`,
  )
  return found.length
}
/** Changes names, and headings where one is given. */
export const changeAccounts = (db: Db, changes: readonly { id: number; name: string; headingId: number | null }[]) =>
  sql`update account c set name = n.name, heading_id = coalesce(n.heading, c.heading_id)
    from unnest(${changes.map((c) => c.id)}::int[], ${changes.map((c) => c.name)}::text[], ${changes.map((c) => c.headingId)}::int[]) as n(id, name, heading)
    where c.id = n.id`.execute(db)
