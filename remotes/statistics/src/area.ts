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

export const area = defineArea({
  id: 'statistics',
  name: { es: 'Estadísticas', en: 'Statistics' },
  pages: {
    charts,
    matrix: page('/matriz', { title: { es: 'Matriz general', en: 'General matrix' }, roles: heads, planned: true }),
    annualIndicators: page('/indicadores-anuales', {
      title: { es: 'Indicadores anuales', en: 'Annual indicators' },
      roles: heads,
      planned: true,
    }),
    competitiveness: page('/competitividad-empresarial', {
      title: { es: 'Competitividad empresarial', en: 'Business competitiveness' },
      roles: heads,
      planned: true,
    }),
  },
  widgets: { managementHome: { roles: [ROLE.gerencia, ROLE.administrador], order: 20 } },
})
