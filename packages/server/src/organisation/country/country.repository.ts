import type { Country, CountryManager, createCountryManager, listCountries, listCountryManagers } from '@cuadre/api/country'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, contains, page } from '../../platform/database/list.ts'

export type Write = Parsed<typeof createCountryManager>['body']

const columns = sql`c.id as "ID_PAIS", c.name as "PAIS", c.iso as "CODIGO_ISO", c.currency as "MONEDA", c.manager_id as "ID_USUARIO_ENCARGADO", m.name as "ENCARGADO",
  (select count(*)::int from business b where b.country_id = c.id) as "NEGOCIOS",
  c.image as "RUTA_IMAGEN", c.active as "ACTIVO", c.revision as "REVISION"`
const from = sql`country c left join app_user m on m.id = c.manager_id`

export const options = (db: Db, query: Parsed<typeof listCountries>['query']) =>
  page<z.output<typeof Country>, typeof query>(db, query, {
    select: sql`c.id as "ID_PAIS", c.name as "PAIS", c.image as "RUTA_IMAGEN", c.currency as "MONEDA"`,
    from: sql`country c`,
    where: all(sql`c.active`, contains(sql`c.search`, query.search)),
    sortable: {},
    by: sql`c.name`,
    id: sql`c.id`,
  })

export const list = (db: Db, query: Parsed<typeof listCountryManagers>['query']) =>
  page<CountryManager, typeof query>(db, query, {
    select: columns,
    from,
    where: all(
      contains(sql`c.search`, query.search),
      query.activo !== undefined && sql`c.active = ${query.activo}`,
      query.managerId !== undefined && sql`c.manager_id = ${query.managerId}`,
    ),
    sortable: {
      PAIS: sql`c.name`,
      CODIGO_ISO: sql`c.iso`,
      MONEDA: sql`c.currency`,
      ENCARGADO: sql`m.name`,
      NEGOCIOS: sql`(select count(*) from business b where b.country_id = c.id)`,
      ACTIVO: sql`c.active`,
    },
    by: sql`c.name`,
    id: sql`c.id`,
  })

export const find = (db: Db, id: number) => row(db, sql<CountryManager>`select ${columns} from ${from} where c.id = ${id}`)
/** Whoever asks may see them. */
export const withIds = (db: Db, ids: readonly number[]) =>
  rows(db, sql<CountryManager>`select ${columns} from ${from} where c.id = any(${ids}::int[]) order by c.id`)

export const lock = (db: Db, id: number) =>
  row(db, sql<CountryManager>`select ${columns} from ${from} where c.id = ${id} for no key update of c`)

/** undefined if another country has the name or the code. */
export async function insert(db: Db, { PAIS, CODIGO_ISO, MONEDA, ID_USUARIO_ENCARGADO, RUTA_IMAGEN, ACTIVO }: Write) {
  const made = await row(
    db,
    sql<{ id: number }>`insert into country (name, iso, currency, manager_id, image, active)
      values (${PAIS}, ${CODIGO_ISO}, ${MONEDA}, ${ID_USUARIO_ENCARGADO}, ${RUTA_IMAGEN}, ${ACTIVO}) on conflict do nothing returning id`,
  )
  return made?.id
}

/** Whether another country has this name, ignoring case and accents, or this code. */
export const isTaken = (db: Db, id: number | null, { PAIS, CODIGO_ISO }: Pick<Write, 'PAIS' | 'CODIGO_ISO'>) =>
  row(db, sql`select from country where id is distinct from ${id}::int and (plain(name) = plain(${PAIS}) or iso = ${CODIGO_ISO})`)

export const save = (db: Db, id: number, { PAIS, CODIGO_ISO, MONEDA, ID_USUARIO_ENCARGADO, RUTA_IMAGEN, ACTIVO }: Write) =>
  sql`update country set name = ${PAIS}, iso = ${CODIGO_ISO}, currency = ${MONEDA}, manager_id = ${ID_USUARIO_ENCARGADO}, image = ${RUTA_IMAGEN},
    active = ${ACTIVO}, revision = revision + 1 where id = ${id}`.execute(db)

export const activeBusinesses = async (db: Db, id: number) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from business where country_id = ${id} and active`))!.n

/** Names of countries are given one at a time. */
export const lockNames = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('country'))`.execute(db)

export const isActiveUser = (db: Db, id: number) => row(db, sql`select from app_user where id = ${id} and active`)
