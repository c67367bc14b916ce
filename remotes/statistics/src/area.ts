import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'statistics',
  name: { es: 'Estadísticas', en: 'Statistics' },
  pages: {
    charts: {
      path: '/estadisticas',
      title: { es: 'Estadísticas', en: 'Statistics' },
      roles: [2, 3, 6],
      permission: 'statistics.dashboard.read',
    },
  },
  menu: [{ page: 'charts', label: { es: 'Gráficas', en: 'Graphics' }, group: 'statistics', icon: 'charts', order: 10 }],
  widgets: { managementHome: { roles: [4, 6], order: 20 } },
})
