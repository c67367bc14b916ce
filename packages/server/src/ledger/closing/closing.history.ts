import type { Check, PeriodEvent, periodHistory } from '@cuadre/api/closing'
import type { Parsed } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { page } from '../../platform/database/list.ts'
import type { Caller } from '../../platform/http/context.ts'
import { get } from '../period/period.service.ts'

type Detail = { checks?: Partial<Check>[]; pedido?: PeriodEvent['pedido']; NEGOCIO?: string; HASTA?: string }
type Found = Omit<PeriodEvent, 'checks' | 'pedido' | 'negocio'> & { detail: unknown }

/** The steps of the period itself: not those of its analyses and loads. */
export async function history(db: Db, caller: Caller, id: number, query: Parsed<typeof periodHistory>['query']) {
  await get(db, caller, id)
  const found = await page<Found, typeof query>(db, query, {
    select: sql`e.seq as "N", e.kind as "TIPO", u.name as "POR", e.role_id as "ROL_ID", e.at as "FECHA", e.comment as "COMENTARIO",
      left(encode(e.hash, 'hex'), 12) as "HUELLA", e.detail`,
    from: sql`event e left join app_user u on u.id = e.actor_id`,
    where: sql`e.period_id = ${id} and e.analysis_id is null and e.load_id is null and (e.kind like 'periodo%' or e.kind like 'cierre%' or e.kind like 'negocio%' or e.kind = 'plazos_cambiados' or e.kind = 'regenerado')`,
    sortable: { FECHA: sql`e.seq` },
    by: sql`e.seq desc`,
    id: sql`e.seq`,
  })
  return { ...found, data: found.data.map(({ detail, ...event }) => ({ ...event, ...partsOf(detail as Detail | null) })) }
}

/** Closings of earlier releases have fewer fields. */
const partsOf = (detail: Detail | null): Pick<PeriodEvent, 'checks' | 'pedido' | 'negocio'> => ({
  checks:
    detail?.checks?.map((check) => ({
      bloquean: 0,
      avisan: check.resultado === 'aviso' ? (check.cantidad ?? 0) : 0,
      montos: [],
      personas: 0,
      quien: [],
      reglas: [],
      ejemplos: [],
      // Every release has written these three.
      ...(check as Pick<Check, 'codigo' | 'resultado' | 'cantidad'>),
    })) ?? null,
  pedido: detail?.pedido ?? null,
  negocio: detail?.NEGOCIO ? { NEGOCIO: detail.NEGOCIO, HASTA: detail.HASTA ?? null } : null,
})
