import { STATE } from '@cuadre/api/analysis'
import { WEBHOOK_EVENTS } from '@cuadre/api/webhook'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

type Happened = {
  kind: string
  periodId: number
  analysisId?: number | undefined
  loadId?: number | undefined
  /** The state of the analysis before and after. */
  from?: number | undefined
  to?: number | undefined
}
const TOLD: readonly string[] = WEBHOOK_EVENTS
const { aprobado } = STATE
const APPROVALS = ['aprobado_control', 'autocertificado']
/** What a system hears of an event: of a period or a load the event itself, of an analysis that it is approved now, also as before a load that was taken back, or is so no longer. */
function toldOf(event: Happened): Happened[] {
  const { kind, analysisId, from, to } = event
  if (analysisId === undefined) return TOLD.includes(kind) ? [event] : []
  // Of a load that was taken back, and the analysis with it, there is no state after.
  const isOver = from === aprobado && (to === undefined ? kind === 'carga_deshecha' : to !== aprobado)
  if (isOver) return [{ ...event, kind: 'aprobacion_retirada' }]
  return to === aprobado && from !== aprobado ? [{ ...event, kind: APPROVALS.includes(kind) ? kind : 'aprobado_control' }] : []
}

/** Writes what other systems are to be told, in the transaction of the event: what is rolled back is told to nobody. */
export async function announce(tx: Db, events: readonly Happened[]): Promise<void> {
  const told = events.flatMap(toldOf)
  if (told.length === 0) return
  await sql`insert into webhook_delivery (webhook_id, kind, data)
    select w.id, e.kind, jsonb_strip_nulls(jsonb_build_object('periodo', jsonb_build_object('COD_PERIODO', p.id, 'PERIODO', p.name),
      'carga', case when l.id is not null then jsonb_build_object('COD_CARGA', l.id, 'ARCHIVO', l.file_name, 'SHA256', l.sha256) end,
      'analisis', case when e."analysisId" is not null then jsonb_build_object('COD_ANALISIS', e."analysisId", 'CUENTA', c.code, 'NEGOCIO', b.name) end))
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e(kind text, "periodId" int, "analysisId" int, "loadId" int)
      join webhook w on w.active and e.kind = any(w.events) join period p on p.id = e."periodId"
      left join balance_load l on l.id = e."loadId" left join analysis a on a.id = e."analysisId"
      left join account c on c.id = a.account_id left join business b on b.id = a.business_id
    order by w.id, e."analysisId"`.execute(tx)
}
