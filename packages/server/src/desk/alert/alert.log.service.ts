import type { AlertLogEntry, listAlertLog } from '@cuadre/api/alert'
import type { Parsed } from '@cuadre/api/endpoint'
import type { Db } from '../../platform/database/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import { renderTemplate } from '../../platform/mail/templates.ts'
import * as repository from './alert.repository.ts'
import { get } from './alert.service.ts'

export const MAIL_STATE: Record<NonNullable<AlertLogEntry['correo']>, Record<Locale, string>> = {
  pendiente: { es: 'Por salir', en: 'Waiting' },
  resumen: { es: 'En el resumen', en: 'In the digest' },
  enviado: { es: 'Enviado', en: 'Sent' },
  fallido: { es: 'Fallido', en: 'Failed' },
}
const APP: Record<NonNullable<AlertLogEntry['app']>, Record<Locale, string>> = {
  leida: { es: 'Leído', en: 'Read' },
  no_leida: { es: 'Sin leer', en: 'Unread' },
}
const COLUMNS: readonly ExportColumn<AlertLogEntry>[] = [
  { es: 'Fecha', en: 'Date', type: 'datetime', of: (e) => e.fecha },
  { es: 'A quién', en: 'Whom', type: 'text', width: 30, of: (e) => e.usuario },
  { es: 'Sobre qué', en: 'About', type: 'text', width: 50, of: (e) => e.titulo },
  { es: 'Negocio', en: 'Business', type: 'text', width: 24, of: (e) => e.negocio },
  { es: 'Departamento', en: 'Department', type: 'text', width: 30, of: (e) => e.departamento },
  { es: 'Texto', en: 'Text', type: 'text', width: 80, of: (e) => e.texto },
  { es: 'Escalada', en: 'Escalation', type: 'integer', of: (e) => e.nivel },
  { es: 'Correo', en: 'E-mail', type: 'text', of: (e, locale) => e.correo && MAIL_STATE[e.correo][locale] },
  { es: 'Aplicación', en: 'Application', type: 'text', of: (e, locale) => e.app && APP[e.app][locale] },
]

/** What an alert has sent, each with what it was about in the caller's language. */
export async function listLog(db: Db, caller: Caller, id: number, query: Parsed<typeof listAlertLog>['query'], zone: string) {
  await get(db, caller, id)
  const page = async (query: Parsed<typeof listAlertLog>['query']) => {
    const { data, ...found } = await repository.listLog(db, caller, id, query)
    return {
      ...found,
      data: data.map(({ template, params, ...entry }): AlertLogEntry => {
        const said = template ? renderTemplate(template, caller.locale, params ?? {}, zone) : null
        return { ...entry, titulo: said?.title ?? null, texto: said?.text ?? null }
      }),
    }
  }
  return listOrExport(caller.locale, query, { es: 'Registro de envíos', en: 'Delivery log' }, COLUMNS, page)
}
