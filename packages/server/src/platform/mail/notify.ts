import type { PageAddress } from '@cuadre/api/pages'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Locale } from '../http/context.ts'
import { typeOf } from './alert-types.ts'
import { deliver, type Message } from './deliver.ts'
import type { Template, TemplateParams } from './templates.ts'

/** Where in the organisation something has happened, as far as it is known. */
export type Concerned = {
  analysisId?: number
  businessId?: number | null
  countryId?: number | null
  /** Who is told of the same by another message. */
  told?: readonly number[]
}

/** Who else is told of a message of a kind, in the same transaction: the alerts of that kind, which are built on this. */
type TellMore = (tx: Db, typeId: number, told: readonly number[], message: Message, about: Concerned) => Promise<void>
let tellMore: TellMore = async () => undefined
/** Called once, by `app.ts`. */
export const setTellMore = (extra: TellMore) => {
  tellMore = extra
}

/**
 * Tells people in the application and by mail, in the transaction that gives the cause: if that is undone, nobody is told.
 * Whom the alerts of its kind add is told the same.
 * @param userIds each is told once; the inactive are left out
 * @param route where the notification leads in the interface
 * @param about the place of the cause in the organisation, for alerts that hold only there
 */
export async function notify(
  tx: Db,
  userIds: readonly number[],
  template: Template,
  params: TemplateParams,
  route: PageAddress | null = null,
  about: Concerned = {},
): Promise<void> {
  await notifyThem(tx, userIds, template, params, route)
  const type = typeOf(template)
  if (type) await tellMore(tx, type.id, [...userIds, ...(about.told ?? [])], { template, params, route }, about)
}

/** Only these: what is said to them has words or numbers of their own. */
export async function notifyThem(
  tx: Db,
  userIds: readonly number[],
  template: Template,
  params: TemplateParams,
  route: PageAddress | null,
) {
  const type = typeOf(template)
  const way = { typeId: type?.id ?? null, priority: type?.prioridad ?? 'M', app: true, mail: true } as const
  await deliver(tx, userIds, { template, params, route }, way)
}

/** Only those whom the alerts of its kind add, for each place of the cause; `told` know already (`notifyThem`). */
export async function notifyOthers(
  tx: Db,
  told: readonly number[],
  template: Template,
  route: PageAddress | null,
  places: readonly { about: Concerned; params: TemplateParams }[],
): Promise<void> {
  const { id } = typeOf(template)!
  for (const { about, params } of places) await tellMore(tx, id, told, { template, params, route }, about)
}

export type Recipient = { userId: number | null; email: string; locale: Locale }

/** Mail alone, without a notification: to whoever has no session yet, or is no user. What is `secret` in it goes when it is sent. */
export async function post(
  tx: Db,
  { userId, email, locale }: Recipient,
  template: Template,
  params: TemplateParams,
  route: PageAddress | null = null,
) {
  await sql`insert into outbox (user_id, email, locale, template, params, route)
    values (${userId}, ${email}, ${locale}, ${template}, ${JSON.stringify(params)}::jsonb, ${route})`.execute(tx)
}
