import type { Parsed } from '@cuadre/api/endpoint'
import type { listNotifications } from '@cuadre/api/notification'
import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import { all, page } from '../database/list.ts'
import type { TemplateParams } from '../mail/templates.ts'

type Row = { id: number; tipo: string; params: TemplateParams; ruta: string | null; fecha: string; leida: boolean }

export const list = (db: Db, userId: number, query: Parsed<typeof listNotifications>['query']) =>
  page<Row>(db, query, {
    select: sql`n.id, n.template as tipo, n.params, n.route as ruta, n.created_at as fecha, n.read_at is not null as leida`,
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
