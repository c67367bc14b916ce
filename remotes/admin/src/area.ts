import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const

export const countries = page('/paises', {
  title: { es: 'Países', en: 'Countries' },
  roles: office,
  permission: 'admin.country.read',
  icon: 'countries',
  menu: { group: 'business-administration', order: 10 },
})
export const countryCreate = page('/paises/crear', {
  title: { es: 'Crear país', en: 'Create country' },
  roles: office,
  permission: 'admin.country.write',
  parent: countries,
})
export const countryUpdate = page('/paises/actualizar/:countryManagerId', {
  title: { es: 'Actualizar país', en: 'Update country' },
  roles: office,
  permission: 'admin.country.write',
  parent: countries,
})
export const users = page('/usuarios', {
  title: { es: 'Usuarios', en: 'Users' },
  roles: office,
  permission: 'admin.user.read',
  icon: 'users',
  menu: { group: 'administration', order: 20 },
})
export const auditors = page('/auditores', {
  title: { es: 'Auditores', en: 'Auditors' },
  roles: [ROLE.control, ROLE.auditor, ROLE.administrador],
  permission: 'admin.auditor.read',
  icon: 'history',
  menu: { group: 'administration', order: 30 },
})
export const auditorCreate = page('/usuarios/crear-auditor', {
  title: { es: 'Crear auditor', en: 'Create auditor' },
  roles: office,
  permission: 'admin.auditor.write',
  parent: auditors,
})
export const auditorUpdate = page('/usuarios/:userAuditorId/actualizar-auditor', {
  title: { es: 'Actualizar auditor', en: 'Update auditor' },
  roles: office,
  permission: 'admin.auditor.write',
  parent: auditors,
})
export const periods = page('/periodos', {
  title: { es: 'Períodos', en: 'Periods' },
  roles: office,
  permission: 'admin.period.read',
  icon: 'period',
  menu: { group: 'administration', order: 60 },
})
export const periodCreate = page('/periodos/crear', {
  title: { es: 'Abrir período', en: 'Open period' },
  roles: office,
  permission: 'admin.period.write',
  parent: periods,
})
export const periodUpdate = page('/periodos/:periodId/actualizar', {
  title: { es: 'Actualizar período', en: 'Update period' },
  roles: office,
  permission: 'admin.period.write',
  parent: periods,
})
export const periodClose = page('/periodos/:periodId/cerrar', {
  title: { es: 'Cerrar período', en: 'Close period' },
  roles: office,
  permission: 'admin.period.close',
  parent: periods,
})

const headings = page('/rubros', { title: { es: 'Rubros', en: 'Headings' }, roles: office, planned: true })
const businesses = page('/negocios', { title: { es: 'Negocios', en: 'Businesses' }, roles: office, planned: true })
const subManagements = page('/subgerencias', { title: { es: 'Subgerencias', en: 'Deputy managers' }, roles: office, planned: true })
const departments = page('/departamentos', { title: { es: 'Departamentos', en: 'Departments' }, roles: office, planned: true })

export const area = defineArea({
  id: 'admin',
  name: { es: 'Administración', en: 'Administration' },
  pages: {
    countries,
    countryCreate,
    countryUpdate,
    users,
    auditors,
    auditorCreate,
    auditorUpdate,
    periods,
    periodCreate,
    periodUpdate,
    periodClose,
    userCreate: page('/usuarios/crear', { title: { es: 'Crear usuario', en: 'Create user' }, roles: office, parent: users, planned: true }),
    userUpdate: page('/usuarios/:userId/actualizar', {
      title: { es: 'Actualizar usuario', en: 'Update user' },
      roles: office,
      parent: users,
      planned: true,
    }),
    templates: page('/plantillas', { title: { es: 'Plantillas', en: 'Templates' }, roles: office, planned: true }),
    headings,
    headingCreate: page('/rubros/crear', {
      title: { es: 'Crear rubro', en: 'Create heading' },
      roles: office,
      parent: headings,
      planned: true,
    }),
    headingUpdate: page('/rubros/:headingId/actualizar', {
      title: { es: 'Actualizar rubro', en: 'Update heading' },
      roles: office,
      parent: headings,
      planned: true,
    }),
    businesses,
    businessCreate: page('/negocios/crear', {
      title: { es: 'Crear negocio', en: 'Create business' },
      roles: office,
      parent: businesses,
      planned: true,
    }),
    businessUpdate: page('/negocios/:businessId/actualizar', {
      title: { es: 'Actualizar negocio', en: 'Update business' },
      roles: office,
      parent: businesses,
      planned: true,
    }),
    subManagements,
    subManagementCreate: page('/subgerencias/crear', {
      title: { es: 'Crear subgerencia', en: 'Create deputy manager' },
      roles: office,
      parent: subManagements,
      planned: true,
    }),
    subManagementUpdate: page('/subgerencias/:deputyManagerId/actualizar', {
      title: { es: 'Actualizar subgerencia', en: 'Update deputy manager' },
      roles: office,
      parent: subManagements,
      planned: true,
    }),
    departments,
    departmentCreate: page('/departamentos/crear', {
      title: { es: 'Crear departamento', en: 'Create department' },
      roles: office,
      parent: departments,
      planned: true,
    }),
    departmentUpdate: page('/departamentos/:departmentId/actualizar', {
      title: { es: 'Actualizar departamento', en: 'Update department' },
      roles: office,
      parent: departments,
      planned: true,
    }),
    rolesAndPermissions: page('/roles-permisos', {
      title: { es: 'Roles y permisos', en: 'Roles and permissions' },
      roles: office,
      planned: true,
    }),
  },
})
