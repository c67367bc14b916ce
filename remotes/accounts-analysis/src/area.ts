import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'accounts-analysis',
  name: { es: 'Cuentas y análisis', en: 'Accounts and analysis' },
  pages: {
    accounts: { path: '/cuentas', title: { es: 'Cuentas', en: 'Accounts' }, roles: [2, 3, 6], permission: 'accounts.account.read' },
    load: {
      path: '/cuentas/carga-balance',
      title: { es: 'Carga de balance', en: 'Load balance' },
      roles: [3, 6],
      permission: 'accounts.balance.load',
      parent: 'accounts',
    },
    review: {
      path: '/cuentas/analisis',
      title: { es: 'Análisis', en: 'Analysis' },
      roles: [2, 3],
      permission: 'analysis.item.read',
      full: true,
    },
  },
  menu: [
    { page: 'review', label: { es: 'Análisis', en: 'Analysis' }, group: 'accounts', icon: 'analysis', order: 10 },
    { page: 'accounts', label: { es: 'Cuentas', en: 'Accounts' }, group: 'accounts', icon: 'accounts', order: 20 },
    { page: 'load', label: { es: 'Carga de balance', en: 'Load balance' }, group: 'accounts', icon: 'upload', order: 30 },
  ],
  widgets: {
    analystHome: { roles: [1], order: 10 },
    jefaturaHome: { roles: [2], order: 10 },
    controlHome: { roles: [3], order: 10 },
  },
})
