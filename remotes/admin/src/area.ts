import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'admin',
  name: { es: 'Administración', en: 'Administration' },
  pages: {
    countries: { path: '/paises', title: { es: 'Países', en: 'Countries' }, roles: [3, 6], permission: 'admin.country.read' },
    countryCreate: {
      path: '/paises/crear',
      title: { es: 'Crear país', en: 'Create country' },
      roles: [3, 6],
      permission: 'admin.country.write',
      parent: 'countries',
    },
    countryUpdate: {
      path: '/paises/actualizar/:countryManagerId',
      title: { es: 'Actualizar país', en: 'Update country' },
      roles: [3, 6],
      permission: 'admin.country.write',
      parent: 'countries',
    },
    users: { path: '/usuarios', title: { es: 'Usuarios', en: 'Users' }, roles: [3, 6], permission: 'admin.user.read' },
    auditors: { path: '/auditores', title: { es: 'Auditores', en: 'Auditors' }, roles: [3, 5, 6], permission: 'admin.auditor.read' },
    auditorCreate: {
      path: '/usuarios/crear-auditor',
      title: { es: 'Crear auditor', en: 'Create auditor' },
      roles: [3, 6],
      permission: 'admin.auditor.write',
      parent: 'auditors',
    },
    auditorUpdate: {
      path: '/usuarios/:userAuditorId/actualizar-auditor',
      title: { es: 'Actualizar auditor', en: 'Update auditor' },
      roles: [3, 6],
      permission: 'admin.auditor.write',
      parent: 'auditors',
    },
    periods: { path: '/periodos', title: { es: 'Períodos', en: 'Periods' }, roles: [3, 6], permission: 'admin.period.read' },
    periodCreate: {
      path: '/periodos/crear',
      title: { es: 'Abrir período', en: 'Open period' },
      roles: [3, 6],
      permission: 'admin.period.write',
      parent: 'periods',
    },
    periodUpdate: {
      path: '/periodos/:periodId/actualizar',
      title: { es: 'Actualizar período', en: 'Update period' },
      roles: [3, 6],
      permission: 'admin.period.write',
      parent: 'periods',
    },
    periodClose: {
      path: '/periodos/:periodId/cerrar',
      title: { es: 'Cerrar período', en: 'Close period' },
      roles: [3, 6],
      permission: 'admin.period.close',
      parent: 'periods',
    },
  },
  menu: [
    { page: 'countries', label: { es: 'Países', en: 'Countries' }, group: 'business-administration', icon: 'countries', order: 10 },
    { page: 'users', label: { es: 'Usuarios', en: 'Users' }, group: 'administration', icon: 'users', order: 20 },
    { page: 'auditors', label: { es: 'Auditores', en: 'Auditors' }, group: 'administration', icon: 'history', order: 30 },
    { page: 'periods', label: { es: 'Períodos', en: 'Periods' }, group: 'administration', icon: 'period', order: 60 },
  ],
})
