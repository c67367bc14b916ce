import type { Parsed } from '@cuadre/api/endpoint'
import type { listWebhookDeliveries, listWebhooks, Webhook, WebhookDelivery } from '@cuadre/api/webhook'
import { sql } from 'kysely'
import { type Db, row } from '../database/index.ts'
import { all, contains, page } from '../database/list.ts'

const columns = sql`w.id, w.name as "NOMBRE", w.url as "URL", w.events as "EVENTOS", w.active as "ACTIVO", w.failing_since as "FALLA_DESDE",
  (select max(d.tried_at) from webhook_delivery d where d.webhook_id = w.id and d.state = 'entregada') as "ULTIMA_ENTREGA",
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'pendiente') as "PENDIENTES",
  u.name as "CREADO_POR", w.created_at as "CREADO_EN", w.revision as "REVISION"`
const from = sql`webhook w join app_user u on u.id = w.created_by`
export const list = (db: Db, query: Parsed<typeof listWebhooks>['query']) =>
  page<Webhook, typeof query>(db, query, {
    select: columns,
    from,
    where: contains(sql`plain(w.name || ' ' || w.url)`, query.search),
    sortable: { NOMBRE: sql`w.name`, URL: sql`w.url`, ACTIVO: sql`w.active` },
    by: sql`w.name`,
    id: sql`w.id`,
  })
export const find = (db: Db, id: number) => row(db, sql<Webhook>`select ${columns} from ${from} where w.id = ${id}`)

export const lock = (tx: Db, id: number) => sql`select from webhook where id = ${id} for update`.execute(tx)

type Fields = Pick<Webhook, 'NOMBRE' | 'URL' | 'EVENTOS' | 'ACTIVO'>
export const insert = async (tx: Db, { NOMBRE, URL, EVENTOS, ACTIVO }: Fields, secret: string, by: number) =>
  (await row(
    tx,
    sql<{ id: number }>`insert into webhook (name, url, events, active, secret, created_by)
      values (${NOMBRE}, ${URL}, ${EVENTOS}::text[], ${ACTIVO}, ${secret}, ${by}) returning id`,
  ))!.id
export const save = (tx: Db, id: number, { NOMBRE, URL, EVENTOS, ACTIVO }: Fields) =>
  sql`update webhook set name = ${NOMBRE}, url = ${URL}, events = ${EVENTOS}::text[], active = ${ACTIVO}, failing_since = case when url = ${URL} then failing_since end,
    revision = revision + 1 where id = ${id}`.execute(tx)
/** What waits is tried at once where it was to be later: at a corrected address, or for a system that is told again. */
export const sendWaiting = (tx: Db, id: number) =>
  sql`update webhook_delivery set next_at = now() where webhook_id = ${id} and state = 'pendiente'`.execute(tx)
export const saveSecret = (tx: Db, id: number, secret: string) => sql`update webhook set secret = ${secret} where id = ${id}`.execute(tx)
export const remove = (tx: Db, id: number) => sql`delete from webhook where id = ${id}`.execute(tx)

const sent = sql`d.id::int as id, d.kind as "EVENTO", d.data as "DATOS", d.at as "FECHA", d.state as "ESTADO", d.attempts as "INTENTOS", d.tried_at as "ULTIMO_INTENTO",
  case when d.state = 'pendiente' and exists (select from webhook w where w.id = d.webhook_id and w.active) then d.next_at end as "PROXIMO_INTENTO", d.status as "RESPUESTA", d.answer as "TEXTO", d.error as "ERROR"`
export const listDeliveries = (db: Db, id: number, query: Parsed<typeof listWebhookDeliveries>['query']) =>
  page<WebhookDelivery, typeof query>(db, query, {
    select: sent,
    from: sql`webhook_delivery d`,
    where: all(
      sql`d.webhook_id = ${id}`,
      query.estado && sql`d.state = ${query.estado}`,
      contains(sql`plain(d.kind || ' ' || d.data::text)`, query.search),
    ),
    sortable: {},
    by: sql`d.id desc`,
    id: sql`d.id`,
  })
export const findDelivery = (db: Db, id: number) => row(db, sql<WebhookDelivery>`select ${sent} from webhook_delivery d where d.id = ${id}`)
export const insertTest = async (db: Db, id: number) =>
  (await row(
    db,
    sql<{
      id: number
    }>`insert into webhook_delivery (webhook_id, kind, data) values (${id}, 'prueba', '{"mensaje": "Prueba de Cuadre"}') returning id::int as id`,
  ))!.id
/** The system that a delivery is for. */
export const findOf = async (db: Db, delivery: number) =>
  (await row(
    db,
    sql<Webhook>`select ${columns} from ${from} where w.id = (select webhook_id from webhook_delivery where id = ${delivery})`,
  ))!
/** As if it had not been tried. */
export const again = (db: Db, id: number) =>
  sql`update webhook_delivery set state = 'pendiente', attempts = 0, next_at = now(), status = null, answer = null, error = null where id = ${id}`.execute(
    db,
  )
