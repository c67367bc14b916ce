import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const
const heads = [ROLE.jefatura, ROLE.control, ROLE.administrador] as const
const staff = [ROLE.analista, ROLE.jefatura, ROLE.control, ROLE.administrador] as const

export const accounts = page('/cuentas', {
  title: { es: 'Cuentas', en: 'Accounts' },
  roles: heads,
  permission: 'accounts.account.read',
  icon: 'accounts',
  menu: { group: 'accounts', order: 20 },
})
export const accountCreate = page('/cuentas/crear', {
  title: { es: 'Crear cuenta', en: 'Create account' },
  roles: office,
  permission: 'accounts.account.write',
  parent: accounts,
})
export const accountUpdate = page('/cuentas/:accountId/actualizar', {
  title: { es: 'Actualizar cuenta', en: 'Update account' },
  roles: office,
  permission: 'accounts.account.write',
  parent: accounts,
})
export const accountHistory = page('/cuentas/:accountId/historico', {
  title: { es: 'Histórico de la cuenta', en: 'Account history' },
  roles: office,
  permission: 'accounts.summary.read',
  parent: accounts,
})
export const load = page('/cuentas/carga-balance', {
  title: { es: 'Carga de balance', en: 'Load balance' },
  roles: office,
  permission: 'accounts.balance.load',
  parent: accounts,
  extraHeader: 'loadPeriod',
  icon: 'upload',
  menu: { group: 'accounts', order: 30 },
})
export const deliveries = page('/cuentas/entregas', {
  title: { es: 'Entregas de programas', en: 'Deliveries of programs' },
  roles: office,
  permission: 'accounts.balance.load',
  parent: load,
  icon: 'inbox',
  menu: { group: 'accounts', order: 35 },
})
export const transfer = page('/cuentas/traspaso-masivo', {
  title: { es: 'Traspaso masivo', en: 'Mass transfer' },
  roles: office,
  permission: 'accounts.account.transfer',
  parent: accounts,
  icon: 'transfer',
  menu: { group: 'accounts', order: 40 },
})
export const historical = page('/cuentas/historicos', {
  title: { es: 'Históricos', en: 'Historical records' },
  roles: staff,
  permission: 'analysis.item.read',
  icon: 'history',
  menu: { group: 'accounts', order: 60 },
})
export const summary = page('/cuentas/resumen', {
  title: { es: 'Resumen de cuentas', en: 'Account summary' },
  roles: staff,
  permission: 'accounts.summary.read',
  icon: 'year',
  menu: { group: 'accounts', order: 50 },
})
export const review = page('/cuentas/analisis', {
  title: { es: 'Análisis', en: 'Analysis' },
  roles: [ROLE.jefatura, ROLE.control],
  permission: 'analysis.item.read',
  // Its lists are of what one decides.
  anyOf: ['analysis.jefatura.decide', 'analysis.control.decide'],
  full: true,
  icon: 'analysis',
  menu: { group: 'accounts', order: 10 },
})

export const area = defineArea({
  id: 'accounts-analysis',
  name: { es: 'Cuentas y análisis', en: 'Accounts and analysis' },
  pages: {
    accounts,
    accountCreate,
    accountUpdate,
    accountHistory,
    deliveries,
    load,
    transfer,
    historical,
    summary,
    review,
  },
  widgets: {
    analystHome: { roles: [ROLE.analista], order: 10 },
    jefaturaHome: { roles: [ROLE.jefatura], order: 10 },
    controlHome: { roles: [ROLE.control], order: 10 },
    auditorHome: { roles: [ROLE.auditor], order: 10 },
    // After the homes, of this area and of statistics.
    businesses: { roles: [ROLE.control, ROLE.gerencia, ROLE.administrador], order: 90 },
  },
})
