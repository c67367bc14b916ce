import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Locale } from '../http/context.ts'
import type { Template, TemplateParams } from './templates.ts'

/**
 * Tells people in the application and by mail, in the transaction that gives the cause: if that is undone, nobody is told.
 * @param userIds each is told once; the inactive are left out
 * @param route where the notification leads in the interface
 */
export async function notify(
  tx: Db,
  userIds: readonly number[],
  template: Template,
  params: TemplateParams,
  route: string | null = null,
): Promise<void> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return
  const text = JSON.stringify(params)
  await sql`with people as (select id, email, locale from app_user where id = any(${ids}::int[]) and active),
    told as (insert into notification (user_id, template, params, route) select id, ${template}, ${text}::jsonb, ${route} from people)
    insert into outbox (user_id, email, locale, template, params, route) select id, email, locale, ${template}, ${text}::jsonb, ${route} from people`.execute(
    tx,
  )
}

export type Recipient = { userId: number | null; email: string; locale: Locale }

/** Mail alone, without a notification: to whoever has no session yet, or is no user. What is `secret` in it goes when it is sent. */
export async function post(
  tx: Db,
  { userId, email, locale }: Recipient,
  template: Template,
  params: TemplateParams,
  route: string | null = null,
) {
  await sql`insert into outbox (user_id, email, locale, template, params, route)
    values (${userId}, ${email}, ${locale}, ${template}, ${JSON.stringify(params)}::jsonb, ${route})`.execute(tx)
}
