import type { PageAddress } from '@cuadre/api/pages'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Locale } from '../http/context.ts'
import { alertTypeOf } from './alert-types.ts'
import { deliver, type Message } from './deliver.ts'
import type { Template, TemplateParams } from './templates.ts'

/** What a message is about, as far as it is known: alerts for a place in the organisation depend on it. */
export type MessageSubject = {
  analysisId?: number
  businessId?: number | null
  countryId?: number | null
  departmentId?: number | null
  /** Tells two events apart that are told in the same words on one day. */
  event?: string
  /** People who receive another message about the same event. */
  notified?: readonly number[]
}

/**
 * Sends a message also to the recipients that alerts of its type add, in the same transaction. Alerts are built on top of this module,
 * hence the callback.
 */
type NotifyAlertRecipients = (tx: Db, typeId: number, notified: readonly number[], message: Message, about: MessageSubject) => Promise<void>
let notifyAlertRecipients: NotifyAlertRecipients = async () => undefined
/** Called once, by `app.ts`. */
export const setNotifyAlertRecipients = (callback: NotifyAlertRecipients) => {
  notifyAlertRecipients = callback
}

/**
 * Notifies people in the application and by mail, in the transaction of the cause: if that is rolled back, nobody is notified. Recipients
 * that alerts of this type add get the same message.
 * @param userIds each is notified once; inactive people are left out
 * @param route page that the notification opens
 * @param about for alerts that only apply to a part of the organisation
 */
export async function notify(
  tx: Db,
  userIds: readonly number[],
  template: Template,
  params: TemplateParams,
  route: PageAddress | null = null,
  about: MessageSubject = {},
): Promise<void> {
  await notifyOnly(tx, userIds, template, params, route)
  const type = alertTypeOf(template)
  if (type) await notifyAlertRecipients(tx, type.id, [...userIds, ...(about.notified ?? [])], { template, params, route }, about)
}

/** Notifies only these people, for a message whose text differs per person. */
export async function notifyOnly(
  tx: Db,
  userIds: readonly number[],
  template: Template,
  params: TemplateParams,
  route: PageAddress | null,
) {
  const type = alertTypeOf(template)
  const options = { typeId: type?.id ?? null, priority: type?.prioridad ?? 'M', app: true, mail: true } as const
  await deliver(tx, userIds, { template, params, route }, options)
}

/** Notifies only the recipients that alerts add, for each subject; `notified` have a message already (`notifyOnly`). */
export async function notifyAddedByAlerts(
  tx: Db,
  notified: readonly number[],
  template: Template,
  route: PageAddress | null,
  places: readonly { about: MessageSubject; params: TemplateParams }[],
): Promise<void> {
  const { id } = alertTypeOf(template)!
  for (const { about, params } of places) await notifyAlertRecipients(tx, id, notified, { template, params, route }, about)
}

export type Recipient = { userId: number | null; email: string; locale: Locale }

/**
 * Sends a mail without a notification, to somebody who has no session yet or is not a user. The `secret` in it is deleted once it is sent.
 */
export async function queueMail(
  tx: Db,
  { userId, email, locale }: Recipient,
  template: Template,
  params: TemplateParams,
  route: PageAddress | null = null,
) {
  await sql`insert into outbox (user_id, email, locale, template, params, route)
    values (${userId}, ${email}, ${locale}, ${template}, ${JSON.stringify(params)}::jsonb, ${route})`.execute(tx)
}
