import { ALERT_TYPES } from '@cuadre/api/alert-types'

export type AlertType = (typeof ALERT_TYPES)[number]

/** Which kind a template tells of. A template of no kind is always told. */
const OF_TEMPLATE: Record<string, number> = {
  asignacion: 1,
  traspaso: 2,
  periodo_abierto: 3,
  periodo_cambiado: 3,
  periodo_en_cierre: 3,
  periodo_reabierto: 3,
  saldos_cargados: 4,
  carga_con_errores: 5,
  saldo_cambiado: 6,
  enviado: 9,
  aprobado_jefatura: 10,
  rechazado: 11,
  aprobado_final: 12,
  reabierto: 13,
  prorroga: 18,
  periodo_cerrado: 20,
  ticket_nuevo: 23,
  ticket_estado: 23,
  ticket_asignado: 23,
  ticket_comentario: 23,
  ticket_vencido: 23,
}
export const typeById = (id: number): AlertType | undefined => ALERT_TYPES.find((type) => type.id === id)
export const typeOf = (template: string): AlertType | undefined => {
  const id = OF_TEMPLATE[template]
  return id === undefined ? undefined : typeById(id)
}
export const templatesOf = (typeId: number) => Object.keys(OF_TEMPLATE).filter((template) => OF_TEMPLATE[template] === typeId)
