import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import type { listServices, ServiceAccount } from '@cuadre/api/service'
import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'
import { scopeJson } from '../user/person.ts'

const columns = sql`u.id, u.name as "NOMBRE", v.client_id as "CLIENTE", case when u.active then 'activo' else 'inactivo' end as status, v.keys as llaves,
  ${scopeJson(sql`u.id`)} as alcance, v.secret_at as "SECRETO_EN", v.last_used_at as "ULTIMO_USO", c.name as "CREADO_POR", v.created_at as "CREADO_EN",
  v.revision as "REVISION"`
const from = sql`service_account v join app_user u on u.id = v.user_id join app_user c on c.id = v.created_by`

export const list = (db: Db, query: Parsed<typeof listServices>['query']) =>
  page<ServiceAccount, typeof query>(db, query, {
    select: columns,
    from,
    where: all(contains(sql`u.search`, query.search), query.status && sql`u.active = ${query.status === 'activo'}`),
    sortable: {
      NOMBRE: sql`u.name`,
      CLIENTE: sql`v.client_id`,
      STATUS: sql`u.active`,
      ULTIMO_USO: sql`v.last_used_at`,
      SECRETO_EN: sql`v.secret_at`,
    },
    by: sql`u.name`,
    id: sql`u.id`,
  })

export const find = (db: Db, id: number) => row(db, sql<ServiceAccount>`select ${columns} from ${from} where u.id = ${id}`)

/** The address is nobody's: no mail can ever be delivered below `.invalid`. @returns undefined where the client is there already */
export async function insert(tx: Db, clientId: string, name: string, keys: readonly string[], by: number): Promise<number | undefined> {
  const made = await row(
    tx,
    sql<{ id: number }>`insert into app_user (name, username, email, active_role_id)
      values (${name}, ${clientId}, ${`${clientId}@programas.invalid`}, ${ROLE.control}) on conflict do nothing returning id`,
  )
  if (!made) return undefined
  await sql`insert into service_account (user_id, client_id, keys, created_by) values (${made.id}, ${clientId}, ${keys}::text[], ${by})`.execute(
    tx,
  )
  return made.id
}

/** Stopping it ends its tokens at once, also after it is let in again. */
export async function save(tx: Db, id: number, { NOMBRE, status, llaves }: Pick<ServiceAccount, 'NOMBRE' | 'status' | 'llaves'>) {
  await sql`update app_user set name = ${NOMBRE}, active = ${status === 'activo'},
      tokens_valid_from = case when active and ${status === 'inactivo'} then date_trunc('second', now()) + interval '1 second' else tokens_valid_from end
    where id = ${id}`.execute(tx)
  await sql`update service_account set keys = ${llaves}::text[], revision = revision + 1 where user_id = ${id}`.execute(tx)
}

/** With its identity at the provider, which a new secret may have made. */
export async function saveSecret(tx: Db, id: number, issuer: string, sub: string) {
  await sql`update service_account set secret_at = now() where user_id = ${id}`.execute(tx)
  await sql`delete from identity_link where user_id = ${id} and iss = ${issuer}`.execute(tx)
  await sql`insert into identity_link (iss, sub, user_id) values (${issuer}, ${sub}, ${id})`.execute(tx)
}
