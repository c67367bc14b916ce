import type { Delivery, deliveryRefusals, listDeliveries } from '@cuadre/api/delivery'
import type { Parsed } from '@cuadre/api/endpoint'
import type { Db } from '../../platform/database/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import { sentence } from '../../platform/messages/index.ts'
import * as balances from '../balance/balance.service.ts'
import * as repository from './delivery.repository.ts'

const stateOf = ({ state, status }: repository.Found): Delivery['ESTADO'] => {
  if (state !== 'leida' || status === null) return state === 'rechazada' ? 'rechazada' : 'procesando'
  return status === 'columnas' || status === 'revision' ? 'espera' : status
}
export const STATES: Record<Delivery['ESTADO'], Record<Locale, string>> = {
  procesando: { es: 'En proceso', en: 'In progress' },
  espera: { es: 'Espera a control', en: 'Waits for control' },
  confirmada: { es: 'Confirmada', en: 'Confirmed' },
  rechazada: { es: 'Rechazada', en: 'Refused' },
  descartada: { es: 'Descartada', en: 'Discarded' },
  deshecha: { es: 'Deshecha', en: 'Undone' },
}

function wireOf(found: repository.Found, locale: Locale): Delivery {
  const { error, preview, holds } = found
  const { filas: rows, control } = preview?.completitud ?? {}
  const state = stateOf(found)
  return {
    id: found.id,
    ORIGEN: found.origin,
    REMITENTE: found.sender,
    ARCHIVO: found.file,
    SHA256: found.sha256,
    CLAVE: found.key,
    PERIODO: found.period,
    COD_CARGA: found.load,
    ESTADO: state,
    MOTIVOS: state === 'espera' ? holds.map((motivo) => ({ motivo, texto: sentence(`hold_${motivo}`, locale) })) : [],
    ERROR: error && {
      code: error.code,
      message: sentence(error.code, locale, error.params),
      issues: error.issues.map(({ path, code, params }) => ({ path, message: sentence(code, locale, params) })),
    },
    LECTURA:
      preview && rows && control
        ? {
            filas: preview.filas,
            aplicadas: rows.aplicadas,
            rechazadas: rows.rechazadas,
            cuentasCreadas: preview.cuentasCreadas,
            reabre: preview.reabre.total,
            total: control.leido,
          }
        : null,
    RESULTADO: found.result,
    RECIBIDA_EN: found.received,
    CONFIRMADA_EN: found.confirmed,
  }
}

/** @throws 404 */
export async function get(db: Db, caller: Caller, id: number): Promise<Delivery> {
  const found = await repository.find(db, caller, id)
  if (!found) throw NotFound()
  return wireOf(found, caller.locale)
}

const COLUMNS: ExportColumn<Delivery>[] = [
  { es: 'Recibida', en: 'Received', type: 'datetime', of: (d) => d.RECIBIDA_EN },
  { es: 'Programa', en: 'Program', type: 'text', of: (d) => d.REMITENTE.NOMBRE },
  { es: 'Archivo', en: 'File', type: 'text', of: (d) => d.ARCHIVO },
  { es: 'Período', en: 'Period', type: 'code', of: (d) => d.PERIODO },
  { es: 'Estado', en: 'Status', type: 'text', of: (d, l) => STATES[d.ESTADO][l] },
  { es: 'Por qué', en: 'Why', type: 'text', width: 60, of: (d) => d.ERROR?.message ?? d.MOTIVOS.map(({ texto }) => texto).join(' ') },
  { es: 'Carga', en: 'Load', type: 'integer', of: (d) => d.COD_CARGA },
  { es: 'Filas', en: 'Rows', type: 'integer', of: (d) => d.LECTURA?.filas ?? null },
  { es: 'Saldos', en: 'Balances', type: 'integer', of: (d) => d.RESULTADO?.saldos ?? null },
  { es: 'SHA-256', en: 'SHA-256', type: 'code', width: 40, of: (d) => d.SHA256 },
]
export const list = (db: Db, caller: Caller, query: Parsed<typeof listDeliveries>['query']) =>
  listOrExport(caller.locale, query, { es: 'Entregas', en: 'Deliveries' }, COLUMNS, async (query) => {
    const found = await repository.list(db, caller, query)
    return { ...found, data: found.data.map((each) => wireOf(each, caller.locale)) }
  })

/** @throws 404 */
export async function refusals(db: Db, caller: Caller, id: number, query: Parsed<typeof deliveryRefusals>['query']) {
  const { COD_CARGA } = await get(db, caller, id)
  if (COD_CARGA === null) return { data: [], total: 0, page: query.page, limit: query.limit }
  const found = await balances.listRows(db, caller, COD_CARGA, { ...query, clase: 'rechazada', format: 'json' })
  // Asked for as JSON, it is no workbook.
  return found as Exclude<typeof found, { body: unknown }>
}
