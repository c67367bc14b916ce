import type { TieOutResult } from '@cuadre/api/tie-out'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { Conflict } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { stagedOfLoad, tieOutDifferences } from './tie-out.differences.ts'

/** What the rules would say once a load were confirmed, of the businesses in it and in scope. */
export async function tieOutOfLoad(db: Db, caller: Caller, loadId: number): Promise<TieOutResult[]> {
  const about = await rows(
    db,
    sql<{
      period: number
      business: number
    }>`select distinct l.period_id as period, r.business_id as business from balance_load l join load_row r on r.load_id = l.id
      where l.id = ${loadId} and l.status = 'revision' and r.business_id is not null and r.class in ('nueva', 'cambia', 'igual')`,
  )
  const [first] = about
  if (!first) return []
  const found = await tieOutDifferences(db, {
    businessIds: about.map(({ business }) => business),
    period: first.period,
    stagedBalances: stagedOfLoad(loadId),
    caller,
  })
  return found.flatMap(({ seen, ...result }) => (seen ? [result] : []))
}

/** @throws 409 naming the rules that block and would not tie out */
export async function refuseUntied(tx: Db, caller: Caller, loadId: number) {
  const off = (await tieOutOfLoad(tx, { ...caller, countryId: null, businessId: null }, loadId)).filter(
    ({ CUADRA, SEVERIDAD }) => !CUADRA && SEVERIDAD === 'bloquea',
  )
  if (off.length > 0)
    throw Conflict('load_untied', {
      rules: off.map(({ NOMBRE, NEGOCIO, DIFERENCIA }) => `${NOMBRE} (${NEGOCIO}: ${DIFERENCIA ?? '—'})`).join('; '),
    })
}
