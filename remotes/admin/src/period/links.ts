import type { Check } from '@cuadre/api/closing'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { periods } from '../area.ts'

/** Of these the list shows what was sent at least once. */
const sentOnly = (codigo: Check['codigo']) =>
  codigo === 'criticas_sin_aprobar' ||
  codigo === 'no_aprobados' ||
  codigo === 'diferencia_sin_explicar' ||
  codigo === 'criticas_sin_explicar'

/** What the way to it is called: only a list of exactly what was counted is promised as one. */
export const wordOf = (codigo: Check['codigo']) =>
  sentOnly(codigo)
    ? 'closing.seeSent'
    : codigo === 'saldos_sin_asignar'
      ? 'closing.seeUnassigned'
      : codigo === 'saldos_por_cargar'
        ? 'closing.toLoad'
        : 'closing.see'

/** The list that a check counts, where the role has one. What was never sent is in the lists of control alone. */
export function listOf(codigo: Check['codigo'], period: number, role: number) {
  const sent = (more: object) => pageLink('/cuentas/historicos', { periodId: period, ...more })
  const open = new URLSearchParams({ periodId: String(period) })
  for (const state of ['1', '2', '3']) open.append('estadoPrincipalId', state)
  const openCritical = new URLSearchParams(open)
  openCritical.append('materialidad', 'critica')
  switch (codigo) {
    case 'criticas_sin_aprobar':
      return pageLink('/cuentas/historicos', openCritical)
    case 'criticas_sin_explicar':
      return sent({ materialidad: 'critica' })
    case 'no_aprobados':
      return pageLink('/cuentas/historicos', open)
    case 'sin_sustentar':
      return role === ROLE.control ? pageLink('/cuentas/analisis', { periodo: period, bandeja: 'sin_enviar' }) : undefined
    case 'diferencia_sin_explicar':
      return sent({})
    case 'prorrogas':
      return periods.link({ vista: 'prorrogas', periodId: period, estado: 'pendiente' })
    case 'saldos_sin_asignar':
      return pageLink('/cuentas', { statusId: 1, filterByPeriod: period, conSaldo: true, activa: true })
    case 'saldos_por_cargar':
      return pageLink('/cuentas/carga-balance')
    case 'grupos':
      return sent({ type: 'agrupado' })
    case 'cuadre':
      return periods.link({ vista: 'cuadre', periodId: period })
    case 'periodo_anterior':
      return periods.link()
    default:
      return undefined
  }
}
