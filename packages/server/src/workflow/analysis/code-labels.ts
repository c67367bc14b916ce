import { type Analysis, type StateName, stateName } from '@cuadre/api/analysis'
import type { Locale } from '../../platform/http/context.ts'

/** Codes of the contract as the workbooks print them. */
type Words<Code extends string> = Record<Code, Record<Locale, string>>

const STATES: Words<StateName> = {
  pendiente: { es: 'Pendiente', en: 'Pending' },
  revision: { es: 'Revisión', en: 'In review' },
  rechazado: { es: 'Rechazado', en: 'Rejected' },
  aprobado: { es: 'Aprobado', en: 'Approved' },
}
export const state = (id: number | null, locale: Locale) => (id === null ? null : STATES[stateName(id)][locale])

export const MATERIALITY: Words<Analysis['MATERIALIDAD']> = {
  no_material: { es: 'No material', en: 'Not material' },
  menor: { es: 'Menor', en: 'Minor' },
  material: { es: 'Material', en: 'Material' },
  critica: { es: 'Crítica', en: 'Critical' },
}
export const RISK: Words<Analysis['RIESGO']> = {
  A: { es: 'Alto', en: 'High' },
  M: { es: 'Medio', en: 'Medium' },
  B: { es: 'Bajo', en: 'Low' },
}
