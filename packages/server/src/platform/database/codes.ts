import { STATE } from '@cuadre/api/analysis'
import { CONFIG_TYPE } from '@cuadre/api/config'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'

/*
 * States, period statuses, roles and kinds of parameter by name in SQL. They are literals of the statement, not parameters: with a parameter
 * PostgreSQL would not use the partial indexes that name them.
 */
export const state = {
  pendiente: sql.lit(STATE.pendiente),
  revision: sql.lit(STATE.revision),
  rechazado: sql.lit(STATE.rechazado),
  aprobado: sql.lit(STATE.aprobado),
}
export const periodStatus = {
  abierto: sql.lit(PERIOD_STATUS.abierto),
  enCierre: sql.lit(PERIOD_STATUS.enCierre),
  cerrado: sql.lit(PERIOD_STATUS.cerrado),
}
export const role = {
  analista: sql.lit(ROLE.analista),
  jefatura: sql.lit(ROLE.jefatura),
  control: sql.lit(ROLE.control),
  gerencia: sql.lit(ROLE.gerencia),
  auditor: sql.lit(ROLE.auditor),
  administrador: sql.lit(ROLE.administrador),
}
export const configType = {
  tiempoSesion: sql.lit(CONFIG_TYPE.tiempoSesion),
  expiracionContrasena: sql.lit(CONFIG_TYPE.expiracionContrasena),
  inactividad: sql.lit(CONFIG_TYPE.inactividad),
  segundoFactor: sql.lit(CONFIG_TYPE.segundoFactor),
}
