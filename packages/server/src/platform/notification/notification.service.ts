import { ALERT_TYPES } from '@cuadre/api/alert-types'
import type { Parsed } from '@cuadre/api/endpoint'
import type { listNotifications, markNotifications, setPreferences } from '@cuadre/api/notification'
import { type Db, transaction } from '../database/index.ts'
import type { Live } from '../database/live.ts'
import { Invalid } from '../errors.ts'
import type { Caller, Locale } from '../http/context.ts'
import { alertTypeOf, BY_RULE } from '../mail/alert-types.ts'
import { renderTemplate, type Template } from '../mail/templates.ts'
import { announceRead } from './announce.ts'
import { GROUPED } from './notification.groups.ts'
import * as repository from './notification.repository.ts'

/** Stored as template and params, so that each reader gets it in their language. */
export function render<R extends repository.Row>({ params, ...notification }: R, locale: Locale, zone: string) {
  const { title, text } = renderTemplate(notification.tipo, locale, params, zone)
  return { ...notification, titulo: title, texto: text }
}

/** Of many in one line: how many of what. */
function renderLine(line: repository.Line, locale: Locale, zone: string, urgent: readonly number[]) {
  const one = render(line, locale, zone)
  const many = GROUPED[line.tipo as Template]
  const template = line.tipo as Template
  const type = alertTypeOf(template)
  const silent = type && (BY_RULE.includes(template) ? !urgent.includes(type.id) : type.prioridad !== 'A')
  return {
    ...one,
    ...(line.cuantas > 1 && many && { titulo: many[locale].replace('{n}', String(line.cuantas)), sobre: null }),
    tipoId: silent ? type.id : null,
  }
}

export async function list(db: Db, caller: Caller, query: Parsed<typeof listNotifications>['query'], zone: string) {
  const found = await repository.list(db, caller, query, Object.keys(GROUPED), zone)
  const urgent = await repository.urgentTypes(db)
  return {
    ...found,
    data: found.data.map((line) => renderLine(line, caller.locale, zone, urgent)),
    sinLeer: await repository.unread(db, caller.userId),
  }
}

/** Marks the caller's notifications as read, all if neither ids nor a kind are given; ids of other people are ignored. */
export async function mark(db: Db, live: Live, { userId }: Caller, which: Parsed<typeof markNotifications>['body']) {
  await repository.markRead(db, userId, which)
  announceRead(live, userId)
  return { sinLeer: await repository.unread(db, userId) }
}

/** Every alert type with the person's preference; by default mail is sent at once. */
export async function preferences(db: Db, { userId, locale }: Caller) {
  const chosen = await repository.preferences(db, userId)
  return ALERT_TYPES.map(({ id, codigo, ...name }) => {
    const own = chosen.find(({ type_id }) => type_id === id)
    return { tipoId: id, codigo, nombre: name[locale], correo: own?.mail ?? 'inmediato', silenciada: own?.silenced ?? false }
  })
}

export async function setPreference(db: Db, caller: Caller, { preferencias }: Parsed<typeof setPreferences>['body']) {
  await transaction(db, async (tx) => {
    for (const [i, { tipoId, correo, silenciada }] of preferencias.entries()) {
      if (!ALERT_TYPES.some(({ id }) => id === tipoId)) throw Invalid(`preferencias.${i}.tipoId`, 'alert_type_unknown')
      await repository.savePreference(tx, caller.userId, tipoId, correo ?? null, silenciada ?? null)
    }
  })
  return preferences(db, caller)
}
