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
export const userCreate = page('/usuarios/crear', {
  title: { es: 'Crear usuario', en: 'Create user' },
  roles: office,
  permission: 'admin.user.write',
  parent: users,
})
export const userUpdate = page('/usuarios/:userId/actualizar', {
  title: { es: 'Actualizar usuario', en: 'Update user' },
  roles: office,
  permission: 'admin.user.read',
  parent: users,
})
export const services = page('/programas', {
  title: { es: 'Programas', en: 'Programs' },
  roles: office,
  permission: 'admin.service.read',
  icon: 'key',
  menu: { group: 'administration', order: 25 },
})
/** Webhooks. */
export const webhooks = page('/avisos-a-sistemas', {
  title: { es: 'Avisos a sistemas', en: 'Webhooks' },
  roles: [ROLE.administrador],
  permission: 'admin.webhook.write',
  icon: 'alerts',
  menu: { group: 'administration', order: 26 },
})
export const rolesAndPermissions = page('/roles-permisos', {
  title: { es: 'Roles y permisos', en: 'Role and Permissions' },
  roles: office,
  permission: 'admin.role.read',
  icon: 'roles',
  menu: { group: 'administration', order: 35 },
})
export const auditors = page('/auditores', {
  title: { es: 'Auditores', en: 'Auditors' },
  roles: [ROLE.control, ROLE.auditor, ROLE.administrador],
  permission: 'admin.auditor.read',
  icon: 'history',
  menu: { group: 'administration', order: 30 },
})
/** Beyond the specification: what auditors ask and draw, for those who answer for it; an auditor has both at home. */
export const auditing = page('/auditores/observaciones', {
  title: { es: 'Observaciones y muestras', en: 'Observations and samples' },
  roles: [ROLE.jefatura, ROLE.control, ROLE.administrador],
  permission: 'analysis.item.read',
  icon: 'faq',
  menu: { group: 'administration', order: 32 },
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

export const businesses = page('/negocios', {
  title: { es: 'Negocios', en: 'Business' },
  roles: office,
  permission: 'admin.business.read',
  icon: 'business',
  menu: { group: 'business-administration', order: 20 },
})
export const businessCreate = page('/negocios/crear', {
  title: { es: 'Crear negocio', en: 'Create business' },
  roles: office,
  permission: 'admin.business.write',
  parent: businesses,
})
export const businessUpdate = page('/negocios/:businessId/actualizar', {
  title: { es: 'Actualizar negocio', en: 'Update business' },
  roles: office,
  permission: 'admin.business.write',
  parent: businesses,
})
export const subManagements = page('/subgerencias', {
  title: { es: 'Subgerencias', en: 'Deputy Managers' },
  roles: office,
  permission: 'admin.organisation.read',
  icon: 'deputy',
  menu: { group: 'business-administration', order: 30 },
})
export const subManagementCreate = page('/subgerencias/crear', {
  title: { es: 'Crear subgerencia', en: 'Create deputy manager' },
  roles: office,
  permission: 'admin.organisation.write',
  parent: subManagements,
})
export const subManagementUpdate = page('/subgerencias/:deputyManagerId/actualizar', {
  title: { es: 'Actualizar subgerencia', en: 'Update deputy manager' },
  roles: office,
  permission: 'admin.organisation.write',
  parent: subManagements,
})
export const departments = page('/departamentos', {
  title: { es: 'Departamentos', en: 'Departments' },
  roles: office,
  permission: 'admin.organisation.read',
  icon: 'department',
  menu: { group: 'business-administration', order: 40 },
})
export const departmentCreate = page('/departamentos/crear', {
  title: { es: 'Crear departamento', en: 'Create department' },
  roles: office,
  permission: 'admin.organisation.write',
  parent: departments,
})
export const departmentUpdate = page('/departamentos/:departmentId/actualizar', {
  title: { es: 'Actualizar departamento', en: 'Update department' },
  roles: office,
  permission: 'admin.organisation.write',
  parent: departments,
})
export const headings = page('/rubros', {
  title: { es: 'Rubros', en: 'Headings (Rubros)' },
  roles: office,
  permission: 'admin.heading.read',
  icon: 'heading',
  menu: { group: 'administration', order: 50 },
})
export const headingCreate = page('/rubros/crear', {
  title: { es: 'Crear rubro', en: 'Create heading' },
  roles: office,
  permission: 'admin.heading.write',
  parent: headings,
})
export const headingUpdate = page('/rubros/:headingId/actualizar', {
  title: { es: 'Actualizar rubro', en: 'Update heading' },
  roles: office,
  permission: 'admin.heading.write',
  parent: headings,
})
export const templates = page('/plantillas', {
  title: { es: 'Plantillas', en: 'Templates' },
  roles: office,
  permission: 'admin.template.read',
  icon: 'template',
  menu: { group: 'administration', order: 40 },
})

export const area = defineArea({
  id: 'admin',
  name: { es: 'Administración', en: 'Administration' },
  pages: {
    countries,
    countryCreate,
    countryUpdate,
    users,
    auditors,
    auditing,
    auditorCreate,
    auditorUpdate,
    periods,
    periodCreate,
    periodUpdate,
    periodClose,
    userCreate,
    userUpdate,
    templates,
    headings,
    headingCreate,
    headingUpdate,
    businesses,
    businessCreate,
    businessUpdate,
    subManagements,
    subManagementCreate,
    subManagementUpdate,
    departments,
    departmentCreate,
    departmentUpdate,
    rolesAndPermissions,
    services,
    webhooks,
  },
})
