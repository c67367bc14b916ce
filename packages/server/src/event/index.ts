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
export async function record(tx: Db, { periodId, kind, analysisId, loadId, caller, from, to, comment, detail }: NewEvent): Promise<void> {
  await sql`select append_event(${periodId}::int, ${kind}::text, ${analysisId ?? null}::int, ${loadId ?? null}::int, ${caller?.userId ?? null}::int,
    ${caller?.roleId ?? null}::int, ${from ?? null}::int, ${to ?? null}::int, ${comment ?? null}::text, ${detail ? JSON.stringify(detail) : null}::jsonb)`.execute(
    tx,
  )
}
