import { ALERT_TYPES } from '@cuadre/api/alert-types'
import type { Template } from './templates.ts'

type AlertType = (typeof ALERT_TYPES)[number]

/** The alert type of a template; a template without one is always sent. */
const OF_TEMPLATE: { [T in Template]?: number } = {
  asignacion: 1,
  asignacion_a: 1,
  traspaso: 2,
  traspaso_recibido: 2,
  traspaso_cedido: 2,
  traspaso_deshecho: 2,
  traspaso_devuelto: 2,
  traspaso_sin_vuelta: 2,
  periodo_abierto: 3,
  periodo_cambiado: 3,
  periodo_en_cierre: 3,
  periodo_reabierto: 3,
  negocio_reabierto: 3,
  saldos_cargados: 4,
  saldos_cargados_negocio: 4,
  carga_con_errores: 5,
  saldo_cambiado: 6,
  enviado: 9,
  aprobado_jefatura: 10,
  aprobado_jefatura_varios: 10,
  rechazado: 11,
  rechazado_varios: 11,
  aprobado_final: 12,
  aprobado_final_varios: 12,
  reabierto: 13,
  por_vencer: 7,
  vencido: 8,
  limite_de_estado: 8,
  material_sin_explicar: 14,
  diferencia_antigua: 15,
  cuenta_sin_asignar: 16,
  cola_detenida: 17,
  prorroga_pedida: 18,
  prorroga_aprobada: 18,
  prorroga_rechazada: 18,
  cierre_proximo: 19,
  periodo_cerrado: 20,
  negocio_cerrado: 20,
  contrasena_por_vencer: 21,
  acceso_auditor_por_vencer: 22,
  ticket_nuevo: 23,
  ticket_estado: 23,
  ticket_asignado: 23,
  ticket_asignado_a: 23,
  ticket_comentario: 23,
  ticket_unida: 23,
  ticket_vencido: 23,
  riesgo_por_revisar: 25,
}
/** What only rules of alerts send, which may have another priority than their kind. */
export const BY_RULE: readonly Template[] = [
  'por_vencer',
  'vencido',
  'limite_de_estado',
  'material_sin_explicar',
  'diferencia_antigua',
  'cuenta_sin_asignar',
  'riesgo_por_revisar',
  'cola_detenida',
  'cierre_proximo',
  'contrasena_por_vencer',
  'acceso_auditor_por_vencer',
  'ticket_vencido',
]
export const alertTypeById = (id: number): AlertType | undefined => ALERT_TYPES.find((type) => type.id === id)
export const alertTypeOf = (template: Template): AlertType | undefined => {
  const id = OF_TEMPLATE[template]
  return id === undefined ? undefined : alertTypeById(id)
}
export const templatesOf = (typeId: number) => Object.entries(OF_TEMPLATE).flatMap(([template, id]) => (id === typeId ? [template] : []))
