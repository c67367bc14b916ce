import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const

export const sessionTime = page('/parametros/tiempo-en-sesion', {
  title: { es: 'Tiempo en sesión', en: 'Session time' },
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
  icon: 'parameters',
  menu: { group: 'parameters', order: 60 },
})
export const thresholdCreate = page('/parametros/materialidad/crear', {
  title: { es: 'Nuevo umbral', en: 'New threshold' },
  roles: office,
  permission: 'parameters.threshold.write',
  parent: thresholds,
})
export const thresholdUpdate = page('/parametros/materialidad/:thresholdId/actualizar', {
  title: { es: 'Cambiar la materialidad', en: 'Change materiality' },
  roles: office,
  permission: 'parameters.threshold.write',
  parent: thresholds,
})

const passwordExpiration = page('/parametros/expiracion-de-contraseñas', {
  title: { es: 'Expiración de contraseñas', en: 'Password expiration' },
  roles: office,
  planned: true,
})
const idleSignOut = page('/parametros/cierre-de-sesion-por-inactividad', {
  title: { es: 'Cierre de sesión por inactividad', en: 'Sign-out on inactivity' },
  roles: office,
  planned: true,
})
const analysisStatuses = page('/parametros/estados-de-analisis', {
  title: { es: 'Estados de análisis', en: 'Analysis statuses' },
  roles: office,
  planned: true,
})
const roleConfiguration = page('/parametros/configuracion-de-roles', {
  title: { es: 'Configuración de roles', en: 'Role configuration' },
  roles: office,
  planned: true,
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
    alerts: page('/parametros/alertas', { title: { es: 'Alertas', en: 'Alerts' }, roles: office, planned: true }),
    passwordExpiration,
    passwordExpirationUpdate: page('/parametros/expiracion-de-contraseñas/:timePasswordId/actualizar', {
      title: { es: 'Actualizar expiración de contraseñas', en: 'Update password expiration' },
      roles: office,
      parent: passwordExpiration,
      planned: true,
    }),
    idleSignOut,
    idleSignOutUpdate: page('/parametros/cierre-de-sesion-por-inactividad/:expireLogoutId/actualizar', {
      title: { es: 'Actualizar cierre de sesión por inactividad', en: 'Update sign-out on inactivity' },
      roles: office,
      parent: idleSignOut,
      planned: true,
    }),
    analysisStatuses,
    analysisStatusCreate: page('/parametros/estados-de-analisis/crear', {
      title: { es: 'Crear estado', en: 'Create status' },
      roles: office,
      parent: analysisStatuses,
      planned: true,
    }),
    analysisStatusUpdate: page('/parametros/estados-de-analisis/:analysisStatusId/actualizar', {
      title: { es: 'Actualizar estado', en: 'Update status' },
      roles: office,
      parent: analysisStatuses,
      planned: true,
    }),
    roleConfiguration,
    roleCreate: page('/parametros/configuracion-de-roles/crear', {
      title: { es: 'Crear rol', en: 'Create role' },
      roles: office,
      parent: roleConfiguration,
      planned: true,
    }),
    roleUpdate: page('/parametros/configuracion-de-roles/:roleId/actualizar', {
      title: { es: 'Actualizar rol', en: 'Update role' },
      roles: office,
      parent: roleConfiguration,
      planned: true,
    }),
    calendar: page('/parametros/calendario', { title: { es: 'Calendario', en: 'Calendar' }, roles: office, planned: true }),
  },
})
