import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { proposeThreshold } from '@cuadre/api/threshold'
import { Invalid } from '../../platform/errors.ts'
import { cents, fromCents } from '../../platform/money.ts'

/** Rules §2.1, after ISA 320: planning materiality in percent of the base; performance materiality 75 % of it, trivial 5 %. */
const PROPOSED = { activos: 1n, ingresos: 1n, resultado: 5n } as const
export function propose(given: Parsed<typeof proposeThreshold>['query']): Output<typeof proposeThreshold> {
  const propuestas = (['activos', 'ingresos', 'resultado'] as const).flatMap((sobre) => {
    const base = given[sobre]
    if (!base) return []
    const planned = (cents(base) * PROPOSED[sobre]) / 100n
    return [
      {
        sobre,
        porcentaje: `${PROPOSED[sobre]}.00`,
        planificacion: fromCents(planned),
        ejecucion: fromCents((planned * 75n) / 100n),
        trivial: fromCents((planned * 5n) / 100n),
      },
    ]
  })
  if (propuestas.length === 0) throw Invalid('activos', 'threshold_base_needed')
  return { propuestas }
}
