import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Caller } from '../http/context.ts'

export type EventKind =
  | 'periodo_abierto'
  | 'periodo_cambiado'
  | 'periodo_cerrado'
  | 'periodo_reabierto'
  | 'carga_confirmada'
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

export type NewEvent = {
  periodId: number
  kind: EventKind
  analysisId?: number | undefined
  loadId?: number | undefined
  /** The real person and the role that was active; null for the system. */
  caller: Pick<Caller, 'userId' | 'roleId'> | null
  from?: number | undefined
  to?: number | undefined
  comment?: string | undefined
  detail?: object | undefined
}

/** The one place that writes events: append-only, chained by hash within the period, in the caller's transaction. */
export const record = (tx: Db, event: NewEvent): Promise<void> => recordAll(tx, [event])

/** Events of one caller with one statement; those of a period in the order given. Periods are taken in the order of their ids. */
export async function recordAll(tx: Db, events: readonly NewEvent[]): Promise<void> {
  const [first] = events
  if (!first) return
  const { caller } = first
  const list = events.map(({ caller: _, ...event }) => event)
  await sql`select append_events(${caller?.userId ?? null}::int, ${caller?.roleId ?? null}::int, ${JSON.stringify(list)}::jsonb)`.execute(
    tx,
  )
}
