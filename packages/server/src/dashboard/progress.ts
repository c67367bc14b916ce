import { cents, fromCents } from '../analysis/money.ts'
import type { Sums } from './dashboard.repository.ts'

/** Ratios are ratios of sums; nothing to divide by is null, not 0 (rules §1.0). */
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const total = (rows: readonly Sums[], of: (row: Sums) => number) => rows.reduce((sum, row) => sum + of(row), 0)

/** K2, K3, K4a, K5 and K16 of some rows taken together. */
export function progress(rows: readonly Sums[]) {
  const items = total(rows, (row) => row.items)
  const firmas = total(rows, (row) => row.firmas)
  const { completado, completadoTarde, vencido } = completions(rows)
  return {
    items,
    firmas,
    firmasRequeridas: items * 3,
    avance: ratio(firmas, items * 3),
    completado: ratio(completado + completadoTarde, items),
    aTiempo: ratio(
      total(rows, (row) => row.enPlazo),
      items * 3,
    ),
    vencidos: vencido,
    fueraDePlazo: vencido + completadoTarde,
    sinExplicar: byCurrency(rows),
  }
}
export const completions = (rows: readonly Sums[]) => ({
  completado: total(rows, (row) => row.completado),
  completadoTarde: total(rows, (row) => row.completadoTarde),
  vencido: total(rows, (row) => row.vencido),
  pendiente: total(rows, (row) => row.pendiente),
})

/** Different currencies are never added. */
const byCurrency = (rows: readonly Sums[]) =>
  [...Map.groupBy(rows, ({ MONEDA }) => MONEDA)]
    .map(([MONEDA, same]) => ({ MONEDA, monto: fromCents(same.reduce((sum, { sinExplicar }) => sum + cents(sinExplicar), 0n)) }))
    .sort((a, b) => (a.MONEDA < b.MONEDA ? -1 : 1))

/** Percentage points, to two decimals. */
export const points = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.round((now - before) * 10_000) / 100
