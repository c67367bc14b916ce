import type { AuditorGrant } from '@cuadre/api/auditor'
import type { Endpoint } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Db } from '../database/index.ts'
import { Forbidden } from '../errors.ts'
import type { Caller } from '../http/context.ts'

/** Access of auditors, checked at every call: dates, documents and exports, redacted fields, and the log of what they opened (rules §2.8). */

/** First and last day of access, YYYY-MM-DD. */
export type AccessDates = { from: string; until: string }
type Kind = 'vista' | 'descarga' | 'exportacion'

/** @throws 403 outside the dates, in the zone in which deadlines are local */
export function checkAccessDates(
  access: AccessDates | null,
  { zone, now = () => new Date() }: { zone: string; now?: (() => Date) | undefined },
) {
  const today = DateTime.fromJSDate(now(), { zone }).toISODate()!
  if (!access) throw Forbidden('auditor_without_access')
  if (today < access.from) throw Forbidden('auditor_not_yet', { day: access.from })
  if (today > access.until) throw Forbidden('auditor_expired', { day: access.until })
}

/**
 * Checks whether an auditor may make this call; nothing is checked for other roles. Calls without a permission key (the session, names for
 * select lists) are not logged. @returns the function that logs the call, to be awaited before the answer is sent
 * @throws 403 for a document, an export or dates that are not granted
 */
export function authorizeAuditor(caller: Caller, call: string, endpoint: Endpoint, { query }: { query?: unknown }) {
  const { auditor, userId } = caller
  if (!auditor) return
  const kind = kindOf(endpoint, query)
  if (kind === 'exportacion' && !auditor.exportar) throw Forbidden('auditor_no_export')
  if ((kind === 'descarga' || endpoint.carries === 'look') && !auditor.documentos) throw Forbidden('auditor_no_documents')
  if (!auditor.fechasFirma && isAboutAnalyses(endpoint) && asksForDates(query as DateQuery | undefined)) throw Forbidden('auditor_no_dates')
  if (kind === 'vista' && endpoint.allow === 'signed-in') return
  return async (db: Db, url: string) => {
    const route = url.replace(/^\/api/, '').replace(/\?.*$/s, '')
    await sql`insert into auditor_access (user_id, kind, call, route, filters) values (${userId}, ${kind}, ${call}, ${route}, ${JSON.stringify(query ?? {})}::jsonb)`.execute(
      db,
    )
  }
}

type DateQuery = { dateStart?: unknown; dateEnd?: unknown; limiteVencido?: unknown; sort?: string }
/** Filtering or sorting by a redacted date would reveal it. */
const asksForDates = ({ dateStart, dateEnd, limiteVencido, sort }: DateQuery = {}) =>
  dateStart !== undefined || limiteVencido !== undefined || dateEnd !== undefined || DATES.includes(sort?.replace(/^-/, '') ?? '')

function kindOf({ carries, bytes, allow, exportable }: Endpoint, query: unknown): Kind {
  const excel = exportable && (query as { format?: string }).format === 'excel'
  if (carries === 'export' || excel) return 'exportacion'
  return carries === 'document' || (bytes && allow !== 'signed-in') ? 'descarga' : 'vista'
}

/** `desde` and `hasta` are the first and last submission of what is counted. */
const DATES = ['FECHA_ENVIO', 'FECHA', 'CARGADO_EN', 'LIMITE_ESTADO', 'desde', 'hasta']
const COMMENTS = ['MOTIVO_RECHAZO', 'MOTIVO_CODIGO', 'COMENTARIO']

/** Answers about analyses without what the auditor may not see: signature dates and internal comments. */
export function redactForAuditor<T>(caller: Caller | undefined, endpoint: Endpoint, answer: T): T {
  return caller?.auditor && isAboutAnalyses(endpoint) ? redact(answer, hiddenFields(caller.auditor)) : answer
}
const isAboutAnalyses = ({ allow }: Endpoint) => (typeof allow === 'string' ? [allow] : allow).some((key) => key.startsWith('analysis.'))
/** The same for a row of an export. */
export const redactRowForAuditor = <T>({ auditor }: Caller, row: T): T => (auditor ? redact(row, hiddenFields(auditor)) : row)

const hiddenFields = ({ fechasFirma, comentariosInternos }: AuditorGrant) => [
  ...(fechasFirma ? [] : DATES),
  ...(comentariosInternos ? [] : COMMENTS),
]
function redact<T>(value: T, names: readonly string[]): T {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value
  // The fields are nulled, not removed: in the contract they are all nullable.
  const copy = Array.isArray(value)
    ? value.map((item) => redact(item, names))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, names.includes(name) ? null : redact(inner, names)]))
  return copy as T
}
