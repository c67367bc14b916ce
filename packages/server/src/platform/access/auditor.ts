import type { AuditorGrant } from '@cuadre/api/auditor'
import type { Endpoint } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Db } from '../database/index.ts'
import { Forbidden } from '../errors.ts'
import type { Caller } from '../http/context.ts'

/** Auditors at the door of every call: dates, what they may take away, what is kept from them, and the log of what they saw (rules §2.8). */

/** First and last day of access, YYYY-MM-DD. */
export type Dated = { from: string; until: string }
type Kind = 'vista' | 'descarga' | 'exportacion'

/** @throws 403 outside the dates, in the zone in which deadlines are local */
export function checkDates(access: Dated | null, { zone, now = () => new Date() }: { zone: string; now?: (() => Date) | undefined }) {
  const today = DateTime.fromJSDate(now(), { zone }).toISODate()!
  if (!access) throw Forbidden('auditor_without_access')
  if (today < access.from) throw Forbidden('auditor_not_yet', { day: written(access.from) })
  if (today > access.until) throw Forbidden('auditor_expired', { day: written(access.until) })
}
/** Dates are shown as DD-MM-YYYY (specification §9). */
const written = (day: string) => day.split('-').reverse().join('-')

/**
 * Lets an auditor's call through to its handler; others pass untouched. What needs no permission key (the session, names for select lists) is
 * not logged. @returns writes the log once there is an answer; without the log there is none
 * @throws 403 for a document, an export or dates that are not granted
 */
export function admit(caller: Caller, call: string, endpoint: Endpoint, { query }: { query?: unknown }) {
  const { auditor, userId } = caller
  if (!auditor) return
  const kind = kindOf(endpoint, query)
  if (kind === 'exportacion' && !auditor.exportar) throw Forbidden('auditor_no_export')
  if (kind === 'descarga' && !auditor.documentos) throw Forbidden('auditor_no_documents')
  if (!auditor.fechasFirma && isAboutAnalyses(endpoint) && asksForDates(query as Asked | undefined)) throw Forbidden('auditor_no_dates')
  if (kind === 'vista' && endpoint.allow === 'signed-in') return
  return async (db: Db, url: string) => {
    const route = url.replace(/^\/api/, '').replace(/\?.*$/s, '')
    await sql`insert into auditor_access (user_id, kind, call, route, filters) values (${userId}, ${kind}, ${call}, ${route}, ${JSON.stringify(query ?? {})}::jsonb)`.execute(
      db,
    )
  }
}

type Asked = { dateStart?: unknown; dateEnd?: unknown; sort?: string }
/** Filters and orders tell what the answer keeps back. */
const asksForDates = ({ dateStart, dateEnd, sort }: Asked = {}) =>
  dateStart !== undefined || dateEnd !== undefined || DATES.includes(sort?.replace(/^-/, '') ?? '')

function kindOf({ carries, bytes, allow, exportable }: Endpoint, query: unknown): Kind {
  const excel = exportable && (query as { format?: string }).format === 'excel'
  if (carries === 'export' || excel) return 'exportacion'
  return carries === 'document' || (bytes && allow !== 'signed-in') ? 'descarga' : 'vista'
}

/** `desde` and `hasta`: first and last submission of what is counted. */
const DATES = ['FECHA_ENVIO', 'FECHA', 'CARGADO_EN', 'desde', 'hasta']
const COMMENTS = ['MOTIVO_RECHAZO', 'MOTIVO_CODIGO', 'COMENTARIO']

/** Takes out of the answers about analyses what the auditor may not see: when things were signed, and internal comments. */
export function withheld<T>(caller: Caller | undefined, endpoint: Endpoint, answer: T): T {
  return caller?.auditor && isAboutAnalyses(endpoint) ? without(answer, hidden(caller.auditor)) : answer
}
const isAboutAnalyses = ({ allow }: Endpoint) => (typeof allow === 'string' ? [allow] : allow).some((key) => key.startsWith('analysis.'))
/** The same for the rows of an export. */
export const withheldRow = <T>({ auditor }: Caller, row: T): T => (auditor ? without(row, hidden(auditor)) : row)

const hidden = ({ fechasFirma, comentariosInternos }: AuditorGrant) => [
  ...(fechasFirma ? [] : DATES),
  ...(comentariosInternos ? [] : COMMENTS),
]
function without<T>(value: T, names: readonly string[]): T {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value
  // The shape stays: these fields may all be null in the contract.
  const copy = Array.isArray(value)
    ? value.map((item) => without(item, names))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, names.includes(name) ? null : without(inner, names)]))
  return copy as T
}
