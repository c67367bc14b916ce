import type { Business, createBusiness, listBusinesses } from '@cuadre/api/business'
import type { Parsed } from '@cuadre/api/endpoint'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { businessScope } from '../../platform/access/scope.ts'
import { periodStatus, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, isActive, page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'

type Query = Parsed<typeof listBusinesses>['query']
export type New = Parsed<typeof createBusiness>['body']

const columns = sql`b.id as "ID_NEGOCIO", b.name as "NEGOCIO", b.code as "CODIGO", c.id as "ID_PAIS", c.name as "PAIS", b.currency as "MONEDA",
  (select count(*)::int from department d where d.business_id = b.id and d.active) as "DEPARTAMENTOS",
  case when b.image_sha256 is not null then '/business/image/' || b.id || '?v=' || left(b.image_sha256, 12) end as "RUTA_IMAGEN",
  b.active as "ACTIVO", b.revision as "REVISION"`
const from = sql`business b join country c on c.id = b.country_id`

export const list = (db: Db, caller: Caller, query: Query) =>
  page<Business, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      isActive(sql`b.active`, query.activo),
      businessScope(caller, sql`b.id`),
      contains(sql`b.search`, query.search),
      query.countryId !== undefined && sql`b.country_id = ${query.countryId}`,
    ),
    sortable: { NEGOCIO: sql`b.name`, CODIGO: sql`b.code`, PAIS: sql`c.name`, MONEDA: sql`b.currency`, ACTIVO: sql`b.active` },
    by: sql`b.name`,
    id: sql`b.id`,
  })

export const find = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Business>`select ${columns} from ${from} where b.id = ${id} and ${businessScope(caller, sql`b.id`)}`)
/** Whoever asks may see them. */
export const withIds = (db: Db, ids: readonly number[]) =>
  rows(db, sql<Business>`select ${columns} from ${from} where b.id = any(${ids}::int[]) order by b.id`)
export const lock = (db: Db, caller: Caller, id: number) =>
  row(db, sql<Business>`select ${columns} from ${from} where b.id = ${id} and ${businessScope(caller, sql`b.id`)} for no key update of b`)

/** An active business in the caller's scope, locked so that names within it are given one at a time. */
export const lockActive = (db: Db, caller: Caller, id: number) =>
  row(db, sql`select from business b where b.id = ${id} and b.active and ${businessScope(caller, sql`b.id`)} for no key update`)

/** An active country granted to the caller as a whole (administrators have all), locked so that names within it are given one at a time. */
export const lockGrantedCountry = (db: Db, { roleId, userId }: Caller, countryId: number) =>
  row(
    db,
    sql<{ currency: string }>`select c.currency from country c where c.id = ${countryId} and c.active
      and (${roleId === ROLE.administrador} or exists (select from user_scope s where s.user_id = ${userId} and s.country_id = c.id and s.business_id is null))
      for no key update`,
  )

/** Locks the country, so that names within it are given one at a time. */
export const lockCountry = (db: Db, id: number) => sql`select from country where id = ${id} for no key update`.execute(db)

/** Another business of the country with this name, ignoring case and accents, or this code, ignoring case and zeros in front. */
export const likeIt = (db: Db, id: number | null, { ID_PAIS, NEGOCIO, CODIGO }: Pick<Business, 'ID_PAIS' | 'NEGOCIO' | 'CODIGO'>) =>
  row(
    db,
    sql<{ code: string | null; named: boolean }>`select code, plain(name) = plain(${NEGOCIO}) as named from business
      where country_id = ${ID_PAIS} and id is distinct from ${id}::int
        and (plain(name) = plain(${NEGOCIO}) or lower(ltrim(code, '0')) = lower(ltrim(${CODIGO}::text, '0'))) order by named desc limit 1`,
  )

/** undefined if a load has created one with this name meanwhile. */
export async function insert(db: Db, { NEGOCIO, CODIGO, ID_PAIS }: New, currency: string) {
  const made = await row(
    db,
    sql<{ id: number }>`insert into business (country_id, name, code, currency) values (${ID_PAIS}, ${NEGOCIO}, ${CODIGO}, ${currency})
      on conflict do nothing returning id`,
  )
  return made?.id
}

export const save = (db: Db, { ID_NEGOCIO, NEGOCIO, CODIGO, ID_PAIS, MONEDA, ACTIVO }: Business) =>
  sql`update business set name = ${NEGOCIO}, code = ${CODIGO}, country_id = ${ID_PAIS}, currency = ${MONEDA}, active = ${ACTIVO}, revision = revision + 1
    where id = ${ID_NEGOCIO}`.execute(db)

/** What depends on a business. `analisis`: unfinished ones in periods that are not closed. */
export const usage = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{ analisis: number; cuentas: number; departamentos: number; saldos: boolean; alcances: boolean }>`select
      (select count(*)::int from analysis a join period p on p.id = a.period_id where a.business_id = ${id} and a.state_main <> ${state.aprobado} and p.status_id <> ${periodStatus.cerrado}) as analisis,
      (select count(*)::int from account where business_id = ${id} and active) as cuentas,
      (select count(*)::int from department where business_id = ${id} and active) as departamentos,
      exists (select from account where business_id = ${id}) as saldos,
      exists (select from user_scope where business_id = ${id}) as alcances`,
  ))!

/** Clears the business from the context of everybody who has chosen it. */
export const clearContext = (db: Db, id: number) =>
  sql`update app_user set context_business_id = null, context_country_id = null where context_business_id = ${id}`.execute(db)

export const image = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<{ sha256: string; type: string }>`select b.image_sha256 as sha256, b.image_type as type from business b
      where b.id = ${id} and b.image_sha256 is not null and b.image_type is not null and ${businessScope(caller, sql`b.id`)}`,
  )
export const saveImage = (db: Db, id: number, sha256: string, type: string) =>
  sql`update business set image_sha256 = ${sha256}, image_type = ${type}, revision = revision + 1 where id = ${id}`.execute(db)
