import { type BalanceLoad, createsMany } from '@cuadre/api/balance'
import type { Hold } from '@cuadre/api/delivery'
import { cents } from '../../platform/money.ts'

type Facts = {
  load: Pick<BalanceLoad, 'necesita' | 'preview' | 'REPETIDA_DE' | 'TOTAL_CONTROL'>
  /** The rule of every business in the load lets it confirm itself. */
  allowed: boolean
  /** Rules of tie-out that would not hold, whether they block or only warn. */
  untied: number
  /** The sender's content was confirmed before, and others' balances after it. */
  comesBack?: boolean
  /** Its month is the newest because it says none, and an older one is open too. */
  monthGuessed?: boolean
}

/**
 * Why a load does not confirm itself; nothing where it is complete, ties out, reopens nothing and leaves no question. A file that states no total
 * proves nothing about what it lacks, so it waits.
 */
export function holdsOf({
  load: { necesita, preview, REPETIDA_DE, TOTAL_CONTROL },
  allowed,
  untied,
  comesBack = false,
  monthGuessed = false,
}: Facts): Hold[] {
  const holds: (Hold | false)[] = [!allowed && 'regla_apagada', monthGuessed && 'mes_no_dicho']
  if (necesita.length > 0 || !preview?.completitud) return [...holds, 'columnas' as const].filter((hold) => hold !== false)
  const { completitud, grupos } = preview
  const { control, negocios, cuentas, filas } = completitud
  const totals = [control.archivo?.valor, TOTAL_CONTROL].filter((total) => total !== undefined && total !== null)
  holds.push(
    filas.rechazadas > 0 && 'rechazadas',
    negocios.faltan.length > 0 && !negocios.deUno && 'negocios_faltan',
    cuentas.faltan > 0 && 'cuentas_faltan',
    totals.length === 0 && 'sin_total',
    totals.some((total) => cents(total) !== cents(control.leido)) && 'total_distinto',
    untied > 0 && 'no_cuadra',
    preview.reabre.total + (preview.reabre.despues ?? 0) > 0 && 'reabre',
    preview.negociosCreados.length > 0 && 'negocios_nuevos',
    createsMany(preview) && preview.negociosCreados.length === 0 && 'muchas_cuentas_nuevas',
    grupos !== undefined && grupos.fuera < grupos.filas && 'grupos',
    (REPETIDA_DE !== null || comesBack) && 'repetida',
  )
  return holds.filter((hold) => hold !== false)
}
