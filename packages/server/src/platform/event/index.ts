import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Caller } from '../http/context.ts'
import { announce } from '../webhook/webhook.announce.ts'

export type EventKind =
  | 'periodo_abierto'
  | 'periodo_cambiado'
  | 'periodo_cerrado'
  | 'periodo_reabierto'
  | 'cierre_pedido'
  | 'cierre_retirado'
  | 'cierre_rechazado'
  | 'negocio_reabierto'
  | 'negocio_cerrado'
  | 'carga_confirmada'
  | 'carga_deshecha'
  | 'generado'
  | 'plantilla'
  | 'enviado'
  | 'aprobado_jefatura'
  | 'rechazado_jefatura'
  | 'aprobado_control'
  | 'rechazado_control'
  | 'reabierto'
  | 'saldo_cambiado'
  | 'reasignado'
  | 'traspaso'
  | 'autocertificado'
  | 'prorroga_pedida'
  | 'prorroga_decidida'
  | 'plazos_cambiados'
  | 'regenerado'
  | 'materialidad_cambiada'
  | 'visto'
  | 'anexo_posterior'
  | 'subestado'
  | 'recuperado'
  | 'decision_retirada'
  | 'agrupado'
  | 'desagrupado'
  | 'aviso'

type NewEvent = {
  periodId: number
  kind: EventKind
  analysisId?: number | undefined
  loadId?: number | undefined
  /** The person and their active role; null for the system. */
  caller: Pick<Caller, 'userId' | 'roleId'> | null
  from?: number | undefined
  to?: number | undefined
  comment?: string | undefined
  detail?: object | undefined
}

/** The one place that writes events: append-only, hash-chained per period, in the caller's transaction; other systems are told from here. */
export const record = (tx: Db, event: NewEvent): Promise<void> => recordAll(tx, [event])

/**
 * Writes events of one caller in one statement; within a period they keep the order given. Periods are locked in the order of their ids.
 */
export async function recordAll(tx: Db, events: readonly NewEvent[]): Promise<void> {
  const [first] = events
  if (!first) return
  const { caller } = first
  const list = events.map(({ caller: _, ...event }) => event)
  // First, since the chains of the periods are locked from the next statement on.
  await announce(tx, list)
  await sql`select append_events(${caller?.userId ?? null}::int, ${caller?.roleId ?? null}::int, ${JSON.stringify(list)}::jsonb)`.execute(
    tx,
  )
}
