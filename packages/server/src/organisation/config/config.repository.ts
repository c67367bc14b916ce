import { CONFIG_TYPE, type Config, type ConfigChange, type listConfig, type listConfigChanges } from '@cuadre/api/config'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { configType } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { all, page } from '../../platform/database/list.ts'
import { KINDS, type Value } from '../../platform/parameter/parameter.kinds.ts'
import type { ProviderLimits } from '../../platform/provider/provider.ts'

/** The stored part of a parameter; the rest is the same for all of its type. */
export type Row = Omit<Config, 'nombre' | 'unidad' | 'min' | 'max' | 'defecto'>

const columns = sql`p.id, p.type_id as "tipoId", p.value as valor, p.role_id as "rolId", r.name as rol,
  u.name as "actualizadoPor", p.updated_at as "actualizadoEn", p.reason as motivo`
const from = sql`parameter p left join role r on r.id = p.role_id left join app_user u on u.id = p.updated_by`

export const list = (db: Db, query: Parsed<typeof listConfig>['query']) =>
  page<Row, typeof query>(db, query, {
    select: columns,
    from,
    where: all(query.tipoId !== undefined && sql`p.type_id = ${query.tipoId}`),
    sortable: {},
    by: sql`p.type_id, p.role_id nulls first`,
    id: sql`p.id`,
  })

export const find = (db: Db, id: number) => row(db, sql<Row>`select ${columns} from ${from} where p.id = ${id}`)

/** The row that applies to a role: its own, or the general one. */
export const rowInForce = (db: Db, typeId: number, roleId: number | null) =>
  row(
    db,
    sql<Row>`select ${columns} from ${from} where p.type_id = ${typeId} and (p.role_id is null or p.role_id = ${roleId}::int)
      order by p.role_id nulls last limit 1`,
  )

/** One change at a time, because the values are validated against each other. */
export const lock = (db: Db) => sql`select from parameter where role_id is null order by id for update`.execute(db)

export const values = (db: Db) => rows(db, sql<Value>`select type_id as "typeId", role_id as "roleId", value from parameter`)

type Change = { tipoId: number; rolId: number | null; valor: number | null; motivo: string; old: number | null; userId: number }

/** Stores the value, or removes a role's own value (null), and records the old one. */
export async function save(db: Db, { tipoId, rolId, valor, motivo, old, userId }: Change): Promise<void> {
  if (valor === null) await sql`delete from parameter where type_id = ${tipoId} and role_id = ${rolId}`.execute(db)
  else
    await sql`insert into parameter (type_id, role_id, value, updated_by, updated_at, reason)
      values (${tipoId}, ${rolId}::int, ${valor}, ${userId}, now(), ${motivo})
      on conflict (type_id, role_id) do update
        set value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at, reason = excluded.reason`.execute(
      db,
    )
  await sql`insert into parameter_change (type_id, role_id, old_value, new_value, reason, changed_by)
    values (${tipoId}, ${rolId}::int, ${old}::int, ${valor}::int, ${motivo}, ${userId})`.execute(db)
}

export const lastChangedBy = async (db: Db, typeId: number, roleId: number | null) =>
  (
    await row(
      db,
      sql<{ name: string }>`select u.name from parameter_change c join app_user u on u.id = c.changed_by
        where c.type_id = ${typeId} and c.role_id is not distinct from ${roleId}::int order by c.id desc limit 1`,
    )
  )?.name

/** Days after which the password of a provider account expires: the lowest of the person's roles; 0 is never. */
export const passwordDays = async (db: Db, issuer: string, sub: string): Promise<number> =>
  (await row(
    db,
    sql<{ days: number }>`select password_days((select user_id from identity_link where iss = ${issuer} and sub = ${sub})) as days`,
  ))!.days

/**
 * Limits for a provider that has one for everybody. Of session times the longest of any role, because our API and the browser enforce each
 * person's own, and sign out before the provider does; of password ages the lowest, because nobody else checks them.
 */
export const providerLimits = async (db: Db): Promise<ProviderLimits> =>
  (await row(
    db,
    sql<ProviderLimits>`select
      coalesce(max(value) filter (where type_id = ${configType.tiempoSesion}), ${KINDS[CONFIG_TYPE.tiempoSesion]!.defecto}::int) as "sessionMinutes",
      coalesce(max(value) filter (where type_id = ${configType.inactividad}), 5) + 5 as "idleMinutes",
      coalesce(min(nullif(value, 0)) filter (where type_id = ${configType.expiracionContrasena}), 0) as "passwordDays" from parameter`,
  ))!

/** Whether the person of a provider account must have a second factor. */
export const secondFactorCompulsory = async (db: Db, issuer: string, sub: string): Promise<boolean> =>
  (await row(
    db,
    sql<{
      must: boolean
    }>`select second_factor_compulsory((select user_id from identity_link where iss = ${issuer} and sub = ${sub})) as must`,
  ))!.must

/** Makes the second factor compulsory (roles 3, 5 and 6), unless the parameter is set. */
export const requireSecondFactorByDefault = (tx: Db) =>
  sql`update parameter set value = 1 where type_id = ${configType.segundoFactor} and role_id is null and updated_at is null`.execute(tx)

export type Affected = { id: number; NOMBRE: string; roles: number[]; secondFactor: boolean; sub: string | null; recent: boolean }
/** Active people with their roles and their account at a provider; `recent`: opened the application within the longest session there can be. */
export const activePeople = (db: Db, issuer: string | undefined) =>
  rows(
    db,
    sql<Affected>`select u.id, u.name as "NOMBRE", coalesce((select array_agg(r.role_id order by r.role_id) from user_role r where r.user_id = u.id), '{}') as roles,
      u.second_factor as "secondFactor", (select l.sub from identity_link l where l.user_id = u.id and l.iss = ${issuer ?? ''}) as sub,
      coalesce(u.last_seen_at > now() - ${KINDS[CONFIG_TYPE.tiempoSesion]!.max}::int * interval '1 minute', false) as recent
    from app_user u where u.active and not exists (select from service_account v where v.user_id = u.id) order by u.name, u.id`,
  )

/** The stored row of a role, or the general one (null). */
export const ofRole = (db: Db, typeId: number) =>
  rows(db, sql<Row>`select ${columns} from ${from} where p.type_id = ${typeId} order by p.role_id nulls first`)

export const changes = (db: Db, query: Parsed<typeof listConfigChanges>['query']) =>
  page<ConfigChange, typeof query>(db, query, {
    select: sql`c.id::int as id, c.changed_at as fecha, c.type_id as "tipoId", c.role_id as "rolId", c.old_value as antes, c.new_value as despues,
      c.reason as motivo, json_build_object('id', u.id, 'NOMBRE', u.name) as usuario`,
    from: sql`parameter_change c join app_user u on u.id = c.changed_by`,
    where: all(
      query.tipoId !== undefined && sql`c.type_id = ${query.tipoId}`,
      query.rolId !== undefined && sql`c.role_id = ${query.rolId}`,
    ),
    sortable: {},
    by: sql`c.id desc`,
    id: sql`c.id`,
  })
