import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import type { Me } from '@cuadre/api/session'
import { mayOpen } from '@cuadre/shell'
import type { Stage } from './departments.ts'

/** Who may open the review, whose tabs are the lists that figures count. */
const REVIEW = { roles: [ROLE.jefatura, ROLE.control], permission: 'analysis.item.read' } as const

/** The tab of the review that holds exactly a stage; what waits for the other level has none. */
const tabOf = (stage: Stage, role: number) =>
  ({
    porPreparar: 'sin_enviar',
    pendiente: role === ROLE.jefatura ? 'por_decidir' : undefined,
    revision: role === ROLE.control ? 'por_decidir' : undefined,
    rechazado: 'rechazados',
    aprobado: 'aprobados',
  })[stage]

type Where = { periodId: number; businessId?: number | undefined; departmentId?: number | undefined }
const address = (tab: string | undefined, { periodId, businessId, departmentId }: Where) => {
  if (!tab) return undefined
  return pageLink('/cuentas/analisis', { periodo: periodId, bandeja: tab, negocio: businessId, departamento: departmentId })
}

/** Where a stage of a department is listed, or nothing where this person cannot open it. */
export const stageList = (me: Me, stage: Stage, where: Where) =>
  mayOpen(me, REVIEW) ? address(tabOf(stage, me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO), where) : undefined

/** Of the four ways of completion the review has a tab for what is overdue. */
export const overdueList = (me: Me, where: Where) => (mayOpen(me, REVIEW) ? address('atrasados', where) : undefined)
