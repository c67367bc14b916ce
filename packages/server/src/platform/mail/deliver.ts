import { type PageAddress, pageLink } from '@cuadre/api/pages'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rows } from '../database/index.ts'
import type { Template, TemplateParams } from './templates.ts'

export type Message = { template: Template; params: TemplateParams; route: PageAddress | null }
type DeliveryOptions = {
  /** Alert type, for the recipient's preferences; null if it cannot be configured. */
  typeId: number | null
  /** Priority A ignores silencing and a preference against mail. */
  priority: 'A' | 'M' | 'B'
  app: boolean
  mail: boolean
  /** The time of delivery, if not now. */
  now?: Date
  /** The mail waits for a digest: the next daily one, or that of next week. */
  digest?: 'diaria' | 'semanal' | undefined
  /** Time of day in `zone` within which the mail is sent, 'HH:MM', from the moment `since` on. */
  window?: { from: string; to: string; zone: string; since: Date } | undefined
}
/** The zone in which days and weeks begin: of an auditor's access as at the door (`platform/access/auditor.ts`), and of a weekly digest. */
let zone = 'utc'
/** Called once, by `app.ts`. */
export const setDeliveryZone = (own: string) => {
  zone = own
}

/** A person (an id) is an auditor whose access has not begun or is over at a moment, by the clock of `there`. */
export const isOutsideAccess = (person: RawBuilder<unknown>, moment: RawBuilder<unknown>, there: string) =>
  sql`exists (select from auditor x where x.user_id = ${person} and (${moment} at time zone ${there})::date not between x.valid_from and x.valid_until)`

export type Delivered = { user_id: number; notification_id: number | null; outbox_id: number | null }

/**
 * Writes notifications and mails in the caller's transaction, once for each active person and according to their preferences; not for
 * auditors outside their access dates. A mail that is `held` waits for the digest.
 * @returns the recipients and the rows written for them
 */
export async function deliver(
  tx: Db,
  userIds: readonly number[],
  { template, params, route }: Message,
  options: DeliveryOptions,
): Promise<Delivered[]> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return []
  const text = JSON.stringify(params)
  return rows(
    tx,
    sql<Delivered>`with people as (
      select u.id, u.email, u.locale, ${options.priority === 'A'} or not (coalesce(p.silenced, false) or coalesce(p.muted_until > ${options.now ?? new Date()}::timestamptz, false)) as hears,
        case when ${options.priority === 'A'} and p.mail = 'ninguno' then 'inmediato' else coalesce(p.mail, 'inmediato') end as mail
      from app_user u left join notification_preference p on p.user_id = u.id and p.type_id = ${options.typeId}::int
      where u.id = any(${ids}::int[]) and u.active and not exists (select from service_account v where v.user_id = u.id)
        and not ${isOutsideAccess(sql`u.id`, sql`${options.now ?? new Date()}::timestamptz`, zone)}
    ), told as (
      insert into notification (user_id, template, params, route)
      select id, ${template}, ${text}::jsonb, ${route}::text from people where hears and ${options.app} order by id returning id, user_id
    ), mailed as (
      insert into outbox (user_id, email, locale, template, params, route, held, next_at, window_from, window_to, window_zone)
      select id, email, locale, ${template}, ${text}::jsonb, ${route}::text, ${options.digest !== undefined} or mail = 'resumen',
        case when ${options.digest === 'semanal'} then (date_trunc('week', ${options.now ?? new Date()}::timestamptz at time zone ${zone}) + interval '7 days') at time zone ${zone} else greatest(now(), ${options.window?.since ?? null}::timestamptz) end,
        ${options.window?.from ?? null}::time, ${options.window?.to ?? null}::time, ${options.window?.zone ?? null}::text
      from people where hears and ${options.mail} and mail <> 'ninguno' order by id returning id, user_id
    )
    select p.id as user_id, t.id as notification_id, m.id as outbox_id from people p left join told t on t.user_id = p.id left join mailed m on m.user_id = p.id
    order by p.id`,
  )
}

/** Combines the mails that wait for the digest into one mail per person, none for who has left meanwhile or whose access as auditor is over. @returns the number of mails */
export async function sendDigests(tx: Db, now: Date): Promise<number> {
  const made = await rows(
    tx,
    sql`with due as (
      select id, user_id, template, params, route from outbox where held and digest_id is null and next_at <= ${now.toISOString()}::timestamptz order by id for update
    ), digest as (
      insert into outbox (user_id, email, locale, template, params, route, items)
      select u.id, u.email, u.locale, 'resumen', jsonb_build_object('n', count(*)), ${pageLink('/notificaciones')}::text,
        jsonb_agg(jsonb_build_object('template', d.template, 'params', d.params, 'route', d.route) order by d.id)
      from due d join app_user u on u.id = d.user_id where u.active and not ${isOutsideAccess(sql`u.id`, sql`${now.toISOString()}::timestamptz`, zone)}
      group by u.id returning id, user_id
    )
    update outbox o set digest_id = g.id from digest g where o.user_id = g.user_id and o.id in (select id from due) returning o.digest_id`,
  )
  return new Set(made.map((row) => (row as { digest_id: number }).digest_id)).size
}
