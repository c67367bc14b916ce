import type { Parsed } from '@cuadre/api/endpoint'
import type { listNotifications } from '@cuadre/api/notification'
import { sql } from 'kysely'
import { type Db, row, rows } from '../database/index.ts'
import { all, page } from '../database/list.ts'
import type { TemplateParams } from '../mail/templates.ts'

export type Row = { id: number; tipo: string; params: TemplateParams; ruta: string | null; fecha: string; leida: boolean }

const columns = sql`n.id, n.template as tipo, n.params, n.route as ruta, n.created_at as fecha, n.read_at is not null as leida`

export const list = (db: Db, userId: number, query: Parsed<typeof listNotifications>['query']) =>
  page<Row>(db, query, {
    select: columns,
    from: sql`notification n`,
    where: all(
      sql`n.user_id = ${userId}`,
      query.noLeidas !== undefined && (query.noLeidas ? sql`n.read_at is null` : sql`n.read_at is not null`),
    ),
    sortable: {},
    by: sql`n.created_at desc`,
    id: sql`n.id desc`,
  })

export const unread = async (db: Db, userId: number) =>
  (await row(db, sql<{ n: number }>`select count(*)::int as n from notification where user_id = ${userId} and read_at is null`))!.n

export const markRead = (db: Db, userId: number, ids: number[] | undefined) =>
  sql`update notification set read_at = now() where user_id = ${userId} and read_at is null and ${ids ? sql`id = any(${ids}::bigint[])` : sql`true`}`.execute(
    db,
  )

/** Oldest first; if there are very many, only the newest. */
export const since = async (db: Db, userId: number, id: number) =>
  (
    await rows(
      db,
      sql<Row>`select ${columns} from notification n where n.user_id = ${userId} and n.id > ${id}::bigint order by n.id desc limit 100`,
    )
  ).reverse()

export const byIds = (db: Db, userId: number, ids: number[]) =>
  rows(db, sql<Row>`select ${columns} from notification n where n.user_id = ${userId} and n.id = any(${ids}::bigint[]) order by n.id`)

type Preference = { type_id: number; mail: 'inmediato' | 'resumen' | 'ninguno'; silenced: boolean }
export const preferences = (db: Db, userId: number) =>
  rows(db, sql<Preference>`select type_id, mail, silenced from notification_preference where user_id = ${userId}`)

/** An omitted preference keeps its value. */
export const savePreference = (db: Db, userId: number, typeId: number, mail: string | null, silenced: boolean | null) =>
  sql`insert into notification_preference as p (user_id, type_id, mail, silenced)
    values (${userId}, ${typeId}, coalesce(${mail}::text, 'inmediato'), coalesce(${silenced}::boolean, false))
    on conflict (user_id, type_id) do update set mail = coalesce(${mail}::text, p.mail), silenced = coalesce(${silenced}::boolean, p.silenced)`.execute(
    db,
  )
