import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

const REASONS = {
  A: [
    'Partidas de más de 90 días sin conciliar al cierre del año.',
    'Hallazgo de la auditoría externa: ajustes manuales sin respaldo.',
    'Saldo en moneda extranjera, sensible al tipo de cambio.',
    'Cambió el sistema de origen; los cruces aún se hacen a mano.',
  ],
  B: ['Saldo respaldado por contrato y sin movimientos en el año.', 'Se concilia a diario con el banco y no ha tenido diferencias.'],
}
/** Of the accounts of a level, every so many one. */
const EVERY = 29
const DAYS_BETWEEN = 137
const MAX_DAYS = 620

/** Risks that somebody has rated by hand, each with its reason; some of them longer than a year ago. */
export async function createRatings(db: Db, now: Date): Promise<void> {
  for (const [risk, reasons] of Object.entries(REASONS))
    await sql`update account a set risk_reason = (${reasons}::text[])[1 + r.place % ${reasons.length}::int], risk_at = ${now.toISOString()}::timestamptz - make_interval(days => (r.place * ${DAYS_BETWEEN}::int) % ${MAX_DAYS}::int)
      from (select id, row_number() over (order by business_id, code)::int / ${EVERY}::int as place, row_number() over (order by business_id, code)::int % ${EVERY}::int as nth
        from account where risk = ${risk} and analyst_id is not null) r
      where r.id = a.id and r.nth = 3`.execute(db)
}
