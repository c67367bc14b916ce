import { WEBHOOK_EVENTS } from '@cuadre/api/webhook'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

type Happened = { kind: string; periodId: number; analysisId?: number | undefined; loadId?: number | undefined }
const TOLD: readonly string[] = WEBHOOK_EVENTS

/** Writes what other systems are to be told, in the transaction of the event: what is rolled back is told to nobody. */
export async function announce(tx: Db, events: readonly Happened[]): Promise<void> {
  const told = events.filter(({ kind }) => TOLD.includes(kind))
  if (told.length === 0) return
  await sql`insert into webhook_delivery (webhook_id, kind, data)
    select w.id, e.kind, jsonb_strip_nulls(jsonb_build_object('periodo', jsonb_build_object('COD_PERIODO', p.id, 'PERIODO', p.name),
      'carga', case when l.id is not null then jsonb_build_object('COD_CARGA', l.id, 'ARCHIVO', l.file_name, 'SHA256', l.sha256) end,
      'analisis', case when a.id is not null then jsonb_build_object('COD_ANALISIS', a.id, 'CUENTA', c.code, 'NEGOCIO', b.name) end))
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as e(kind text, "periodId" int, "analysisId" int, "loadId" int)
      join webhook w on w.active and e.kind = any(w.events) join period p on p.id = e."periodId"
      left join balance_load l on l.id = e."loadId" left join analysis a on a.id = e."analysisId"
      left join account c on c.id = a.account_id left join business b on b.id = a.business_id
    order by w.id, a.id`.execute(tx)
}
