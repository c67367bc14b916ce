import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const

export const sessionTime = page('/parametros/tiempo-en-sesion', {
  title: { es: 'Tiempo en sesión', en: 'Session Time' },
  roles: office,
  permission: 'parameters.config.read',
  icon: 'clock',
  menu: { group: 'parameters', order: 10 },
})
export const sessionTimeUpdate = page('/parametros/tiempo-en-sesion/:expireTokenId/actualizar', {
  title: { es: 'Actualizar tiempo en sesión', en: 'Update session time' },
  roles: office,
  permission: 'parameters.config.write',
  parent: sessionTime,
})
export const thresholds = page('/parametros/materialidad', {
  title: { es: 'Materialidad', en: 'Materiality' },
  roles: office,
  permission: 'parameters.threshold.read',
  icon: 'scale',
  menu: { group: 'parameters', order: 80 },
})
export const thresholdCreate = page('/parametros/materialidad/crear', {
  title: { es: 'Crear umbral', en: 'Create threshold' },
  roles: office,
  permission: 'parameters.threshold.write',
  parent: thresholds,
})
export const thresholdUpdate = page('/parametros/materialidad/:thresholdId/actualizar', {
  title: { es: 'Actualizar umbral', en: 'Update threshold' },
  roles: office,
  permission: 'parameters.threshold.write',
  parent: thresholds,
})

export const passwordExpiration = page('/parametros/expiracion-de-contraseñas', {
  title: { es: 'Expiración de contraseñas', en: 'Password expiration' },
  roles: office,
  permission: 'parameters.config.read',
  icon: 'key',
  menu: { group: 'parameters', order: 20 },
})
export const passwordExpirationUpdate = page('/parametros/expiracion-de-contraseñas/:timePasswordId/actualizar', {
  title: { es: 'Actualizar expiración de contraseñas', en: 'Update password expiration' },
  roles: office,
  permission: 'parameters.config.write',
  parent: passwordExpiration,
})
export const idleSignOut = page('/parametros/cierre-de-sesion-por-inactividad', {
  title: { es: 'Cierre de sesión por inactividad', en: 'Expiration of closing of session' },
  roles: office,
  permission: 'parameters.config.read',
  icon: 'signOut',
  menu: { group: 'parameters', order: 30 },
})
export const idleSignOutUpdate = page('/parametros/cierre-de-sesion-por-inactividad/:expireLogoutId/actualizar', {
  title: { es: 'Actualizar cierre de sesión por inactividad', en: 'Update expiration of closing of session' },
  roles: office,
  permission: 'parameters.config.write',
  parent: idleSignOut,
})
export const analysisStatuses = page('/parametros/estados-de-analisis', {
  title: { es: 'Estados de análisis', en: 'Analysis status' },
  roles: office,
  permission: 'parameters.status.write',
  icon: 'status',
  menu: { group: 'parameters', order: 40 },
})
export const analysisStatusCreate = page('/parametros/estados-de-analisis/crear', {
  title: { es: 'Crear subestado', en: 'Create sub-status' },
  roles: office,
  permission: 'parameters.status.write',
  parent: analysisStatuses,
})
export const analysisStatusUpdate = page('/parametros/estados-de-analisis/:analysisStatusId/actualizar', {
  title: { es: 'Actualizar estado', en: 'Update status' },
  roles: office,
  permission: 'parameters.status.write',
  parent: analysisStatuses,
})
export const roleConfiguration = page('/parametros/configuracion-de-roles', {
  title: { es: 'Configuración de roles', en: 'Roles configuration' },
  roles: office,
  permission: 'admin.role.read',
  icon: 'roleSettings',
  menu: { group: 'parameters', order: 50 },
})
export const roleCreate = page('/parametros/configuracion-de-roles/crear', {
  title: { es: 'Crear rol', en: 'Create role' },
  roles: office,
  permission: 'admin.role.write',
  parent: roleConfiguration,
})
export const roleUpdate = page('/parametros/configuracion-de-roles/:roleId/actualizar', {
  title: { es: 'Actualizar rol', en: 'Update role' },
  roles: office,
  permission: 'admin.role.read',
  parent: roleConfiguration,
})

export const alerts = page('/parametros/alertas', {
  title: { es: 'Alertas', en: 'Alerts' },
  roles: office,
  permission: 'parameters.alert.read',
  icon: 'alerts',
  menu: { group: 'parameters', order: 60 },
  full: true,
})

export const calendar = page('/parametros/calendario', {
  title: { es: 'Calendario', en: 'Calendar' },
  roles: office,
  permission: 'parameters.calendar.read',
  icon: 'calendar',
  menu: { group: 'parameters', order: 70 },
})

export const exchangeRates = page('/parametros/tipos-de-cambio', {
  title: { es: 'Tipos de cambio', en: 'Exchange rates' },
  roles: office,
  permission: 'parameters.rate.read',
  icon: 'rates',
  menu: { group: 'parameters', order: 90 },
})

export const area = defineArea({
  id: 'parameters',
  name: { es: 'Parámetros', en: 'Parameters' },
  pages: {
    sessionTime,
    sessionTimeUpdate,
    thresholds,
    thresholdCreate,
    thresholdUpdate,
    alerts,
    passwordExpiration,
    passwordExpirationUpdate,
    idleSignOut,
    idleSignOutUpdate,
    analysisStatuses,
    analysisStatusCreate,
    analysisStatusUpdate,
    roleConfiguration,
    roleCreate,
    roleUpdate,
    calendar,
    exchangeRates,
  },
})
