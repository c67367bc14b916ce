import type { Item } from '@cuadre/api/item'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import type { Me } from '@cuadre/api/session'
import { mayOpen } from '@cuadre/shell'

const REVIEW = {
  roles: [ROLE.jefatura, ROLE.control],
  permission: 'analysis.item.read',
  anyOf: ['analysis.jefatura.decide', 'analysis.control.decide'],
} as const
export const HISTORY = { roles: [ROLE.control, ROLE.administrador], permission: 'accounts.summary.read' } as const
const TAB = {
  sin_enviar: 'sin_enviar',
  rechazado: 'rechazados',
  en_jefatura: 'por_decidir',
  en_control: 'por_decidir',
  aprobado: 'aprobados',
} as const

/** Who may open neither the review nor the history of an account sees in the list itself what became of it. */
export const opensItems = (me: Me) => mayOpen(me, REVIEW) || mayOpen(me, HISTORY)
/** From a row to its analysis in the review, or to the history of its account. */
export function itemLink(me: Me, row: Item): string {
  if (mayOpen(me, REVIEW))
    return pageLink('/cuentas/analisis', {
      periodo: row.COD_PERIODO,
      bandeja: TAB[row.ETAPA],
      ...(row.AGRUPADO_ID === null ? { analisis: row.COD_ANALISIS } : { grupo: row.AGRUPADO_ID }),
    })
  return historyLink(row.ID_CUENTA)
}

export const historyLink = (accountId: number) => pageLink('/cuentas/:accountId/historico', { accountId })
