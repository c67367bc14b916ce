import { type Analysis, type AnalysisEvent, STATE, type StateName, stateName } from '@cuadre/api/analysis'
import type { Mark } from '@cuadre/api/movement'
import type { Locale } from '../../platform/http/context.ts'

/** Codes of the contract as the workbooks print them. */
type Words<Code extends string> = Record<Code, Record<Locale, string>>

export const STATES: Words<StateName> = {
  pendiente: { es: 'Pendiente', en: 'Pending' },
  revision: { es: 'Revisión', en: 'In review' },
  rechazado: { es: 'Rechazado', en: 'Rejected' },
  aprobado: { es: 'Aprobado', en: 'Approved' },
}
export const state = (id: number | null, locale: Locale) => (id === null ? null : STATES[stateName(id)][locale])

type Sent = { ESTADO_PRINCIPAL_ID: number | null; FECHA_ENVIO: string | null; AUTO?: boolean }
/** That it was sent is no secret where the date is kept from an auditor: what stands beyond "pendiente" was, and what the system certified. */
export const isSent = ({ ESTADO_PRINCIPAL_ID, FECHA_ENVIO, AUTO = false }: Sent) =>
  FECHA_ENVIO !== null || AUTO || (ESTADO_PRINCIPAL_ID !== null && ESTADO_PRINCIPAL_ID !== STATE.pendiente)
const SHOWN_STATES: Words<StateName | 'por-preparar'> = {
  'por-preparar': { es: 'Por preparar', en: 'To prepare' },
  pendiente: { es: 'En jefatura', en: 'With the department head' },
  revision: { es: 'En control', en: 'At control' },
  rechazado: STATES.rechazado,
  aprobado: STATES.aprobado,
}
/** Its state in the words of the pages (decisions §13); null without an analysis. */
export const shownState = (of: Sent, locale: Locale) =>
  of.ESTADO_PRINCIPAL_ID === null ? null : SHOWN_STATES[isSent(of) ? stateName(of.ESTADO_PRINCIPAL_ID) : 'por-preparar'][locale]

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
/** Marks of movements (`ledger/movement`). */
export const MARK: Words<Mark> = {
  alto: { es: 'Movimiento alto', en: 'High movement' },
  bajo: { es: 'Movimiento bajo', en: 'Low movement' },
  silencio: { es: 'No se movió', en: 'Did not move' },
}
export const STEP: Words<AnalysisEvent['TIPO']> = {
  generado: { es: 'Generó el análisis', en: 'Opened the analysis' },
  plantilla: { es: 'Descargó la plantilla', en: 'Downloaded the template' },
  enviado: { es: 'Envió el análisis', en: 'Submitted the analysis' },
  aprobado_jefatura: { es: 'Aprobó (jefatura)', en: 'Approved (department head)' },
  rechazado_jefatura: { es: 'Rechazó (jefatura)', en: 'Rejected (department head)' },
  aprobado_control: { es: 'Aprobó (control)', en: 'Approved (control)' },
  rechazado_control: { es: 'Rechazó (control)', en: 'Rejected (control)' },
  reabierto: { es: 'Reabrió el análisis', en: 'Reopened the analysis' },
  saldo_cambiado: { es: 'Cambió el saldo', en: 'The balance changed' },
  carga_deshecha: { es: 'Se deshizo la carga: volvió el saldo anterior', en: 'The load was taken back: the balance is as before' },
  reasignado: { es: 'Reasignó la cuenta', en: 'Reassigned the account' },
  visto: { es: 'Abrió el archivo', en: 'Opened the file' },
  anexo_posterior: { es: 'Agregó un anexo posterior', en: 'Added a late annex' },
  recuperado: { es: 'Retiró el envío', en: 'Took back the submission' },
  decision_retirada: { es: 'Retiró su decisión', en: 'Took back their decision' },
  agrupado: { es: 'Lo agrupó', en: 'Put it in a group' },
  desagrupado: { es: 'Lo sacó del grupo', en: 'Took it out of the group' },
  aviso: { es: 'Envió un aviso', en: 'Sent a notice' },
  subestado: { es: 'Cambió el subestado', en: 'Changed the sub-status' },
  traspaso: { es: 'Traspasó la cuenta', en: 'Transferred the account' },
  autocertificado: { es: 'Certificado automáticamente', en: 'Certified automatically' },
  prorroga_pedida: { es: 'Pidió una prórroga', en: 'Asked for an extension' },
  prorroga_decidida: { es: 'Decidió la prórroga', en: 'Decided on the extension' },
}
