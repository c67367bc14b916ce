import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'accounts-analysis',
  name: { es: 'Cuentas y análisis', en: 'Accounts and analysis' },
  pages: {
    accounts: { path: '/cuentas', title: { es: 'Cuentas', en: 'Accounts' }, roles: [2, 3, 6], permission: 'accounts.account.read' },
    accountCreate: {
      path: '/cuentas/crear',
      title: { es: 'Crear cuenta', en: 'Create account' },
      roles: [3, 6],
      permission: 'accounts.account.write',
      parent: 'accounts',
    },
    accountUpdate: {
      path: '/cuentas/:accountId/actualizar',
      title: { es: 'Actualizar cuenta', en: 'Update account' },
      roles: [3, 6],
      permission: 'accounts.account.write',
      parent: 'accounts',
    },
    accountHistory: {
      path: '/cuentas/:accountId/historico',
      title: { es: 'Histórico de la cuenta', en: 'Account history' },
      roles: [3, 6],
      permission: 'accounts.summary.read',
      parent: 'accounts',
    },
    load: {
      path: '/cuentas/carga-balance',
      title: { es: 'Carga de balance', en: 'Load balance' },
      roles: [3, 6],
      permission: 'accounts.balance.load',
      parent: 'accounts',
      extraHeader: 'loadPeriod',
    },
    transfer: {
      path: '/cuentas/traspaso-masivo',
      title: { es: 'Traspaso masivo', en: 'Mass transfer' },
      roles: [3, 6],
      permission: 'accounts.account.transfer',
      parent: 'accounts',
    },
    historical: {
      path: '/cuentas/historicos',
      title: { es: 'Históricos', en: 'Historical records' },
      roles: [1, 2, 3, 6],
      permission: 'analysis.item.read',
    },
    summary: {
      path: '/cuentas/resumen',
      title: { es: 'Resumen de cuentas', en: 'Account summary' },
      roles: [1, 2, 3, 6],
      permission: 'accounts.summary.read',
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
    { page: 'transfer', label: { es: 'Traspaso masivo', en: 'Mass transfer' }, group: 'accounts', icon: 'transfer', order: 40 },
    { page: 'summary', label: { es: 'Resumen de cuentas', en: 'Account summary' }, group: 'accounts', icon: 'year', order: 50 },
    { page: 'historical', label: { es: 'Históricos', en: 'Historical records' }, group: 'accounts', icon: 'history', order: 60 },
  ],
  widgets: {
    analystHome: { roles: [1], order: 10 },
    jefaturaHome: { roles: [2], order: 10 },
    controlHome: { roles: [3], order: 10 },
    auditorHome: { roles: [5], order: 10 },
  },
})
