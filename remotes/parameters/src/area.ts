import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'parameters',
  name: { es: 'Parámetros', en: 'Parameters' },
  pages: {
    sessionTime: {
      path: '/parametros/tiempo-en-sesion',
      title: { es: 'Tiempo en sesión', en: 'Session time' },
      roles: [3, 6],
      permission: 'parameters.config.read',
    },
    sessionTimeUpdate: {
      path: '/parametros/tiempo-en-sesion/:expireTokenId/actualizar',
      title: { es: 'Actualizar tiempo en sesión', en: 'Update session time' },
      roles: [3, 6],
      permission: 'parameters.config.write',
      parent: 'sessionTime',
    },
    thresholds: {
      path: '/parametros/materialidad',
      title: { es: 'Materialidad', en: 'Materiality' },
      roles: [3, 6],
      permission: 'parameters.threshold.read',
    },
    thresholdCreate: {
      path: '/parametros/materialidad/crear',
      title: { es: 'Nuevo umbral', en: 'New threshold' },
      roles: [3, 6],
      permission: 'parameters.threshold.write',
      parent: 'thresholds',
    },
    thresholdUpdate: {
      path: '/parametros/materialidad/:thresholdId/actualizar',
      title: { es: 'Cambiar la materialidad', en: 'Change materiality' },
      roles: [3, 6],
      permission: 'parameters.threshold.write',
      parent: 'thresholds',
    },
  },
  menu: [
    { page: 'sessionTime', label: { es: 'Tiempo en sesión', en: 'Session time' }, group: 'parameters', icon: 'clock', order: 10 },
    { page: 'thresholds', label: { es: 'Materialidad', en: 'Materiality' }, group: 'parameters', icon: 'parameters', order: 60 },
  ],
})
