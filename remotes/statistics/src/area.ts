import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const heads = [ROLE.jefatura, ROLE.control, ROLE.administrador] as const

export const charts = page('/estadisticas', {
  title: { es: 'Estadísticas', en: 'Statistics' },
  roles: heads,
  permission: 'statistics.dashboard.read',
  icon: 'charts',
  menu: { label: { es: 'Gráficas', en: 'Graphics' }, group: 'statistics', order: 10 },
})

export const items = page('/estadisticas/analisis', {
  title: { es: 'Análisis de la cifra', en: 'Analyses behind the figure' },
  roles: [...heads, ROLE.gerencia],
  permission: 'statistics.dashboard.read',
})
export const matrix = page('/matriz', {
  title: { es: 'Matriz general', en: 'General matrix' },
  roles: heads,
  permission: 'statistics.dashboard.read',
  icon: 'matrix',
  menu: { group: 'statistics', order: 20 },
})
export const annualIndicators = page('/indicadores-anuales', {
  title: { es: 'Indicadores anuales', en: 'Annual indicators' },
  roles: heads,
  permission: 'statistics.dashboard.read',
  icon: 'year',
  menu: { group: 'statistics', order: 30 },
})
export const competitiveness = page('/competitividad-empresarial', {
  title: { es: 'Competitividad empresarial', en: 'Business competitiveness' },
  roles: heads,
  permission: 'statistics.dashboard.read',
  icon: 'trophy',
  menu: { group: 'statistics', order: 40 },
})

export const area = defineArea({
  id: 'statistics',
  name: { es: 'Estadísticas', en: 'Statistics' },
  pages: { charts, items, matrix, annualIndicators, competitiveness },
  widgets: {
    managementHome: { roles: [ROLE.gerencia, ROLE.administrador], order: 20 },
    /** After the home of each of them. */
    transferSuggestions: { roles: [...heads, ROLE.gerencia], order: 30, below: true },
  },
})
