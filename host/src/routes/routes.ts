import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { Text } from '@cuadre/shell'

/**
 * Every path of the specification (§2, and decisions §12 for those it does not show), who may open it, and what it is called. Areas announce
 * their pages under these paths; one that this release does not have yet says so. A path without roles is open to whoever has signed in.
 */
export type RouteData = { path: `/${string}`; area: string; title: Text; roles?: readonly RoleId[]; parent?: `/${string}` }

const { analista, jefatura, control, administrador, auditor } = ROLE
const office = [control, administrador] as const
const heads = [jefatura, ...office] as const
const staff = [analista, ...heads] as const

const of =
  (area: string, roles?: readonly RoleId[]) =>
  (path: `/${string}`, es: string, en: string, more: Partial<RouteData> = {}): RouteData => ({
    path,
    area,
    title: { es, en },
    ...(roles ? { roles } : {}),
    ...more,
  })

const anyHelp = of('helpdesk')
const help = of('helpdesk', staff)
const admin = of('admin', office)
const accounts = of('accounts-analysis', office)
const statistics = of('statistics', heads)
const parameters = of('parameters', office)

/** A list with the pages to make and to change one of its rows. */
const withForms = (
  route: ReturnType<typeof of>,
  list: RouteData,
  make: [string, string] | null,
  update: `/${string}`,
  change: [string, string],
): RouteData[] => [
  list,
  ...(make ? [route(`${list.path}/crear`, ...make, { parent: list.path })] : []),
  route(update, ...change, { parent: list.path }),
]

export const AREA_ROUTES: readonly RouteData[] = [
  anyHelp('/mis-recursos', 'Recursos de utilidad', 'Utility resources'),
  anyHelp('/mis-recursos/:folderId/archivos', 'Archivos', 'Files', { parent: '/mis-recursos' }),
  anyHelp('/ayuda/solicitudes', 'Solicitudes de ayuda', 'Help requests'),
  anyHelp('/faq', 'Preguntas frecuentes', 'Frequently asked questions'),
  parameters('/parametros/alertas', 'Alertas', 'Alerts'),
  ...withForms(admin, admin('/usuarios', 'Usuarios', 'Users'), ['Crear usuario', 'Create user'], '/usuarios/:userId/actualizar', [
    'Actualizar usuario',
    'Update user',
  ]),
  admin('/usuarios/crear-auditor', 'Crear auditor', 'Create auditor', { parent: '/auditores' }),
  admin('/usuarios/:userAuditorId/actualizar-auditor', 'Actualizar auditor', 'Update auditor', { parent: '/auditores' }),
  admin('/plantillas', 'Plantillas', 'Templates'),
  admin('/auditores', 'Auditores', 'Auditors', { roles: [control, auditor, administrador] }),
  ...withForms(admin, admin('/rubros', 'Rubros', 'Headings'), ['Crear rubro', 'Create heading'], '/rubros/:headingId/actualizar', [
    'Actualizar rubro',
    'Update heading',
  ]),
  ...withForms(admin, admin('/paises', 'Países', 'Countries'), ['Crear país', 'Create country'], '/paises/actualizar/:countryManagerId', [
    'Actualizar país',
    'Update country',
  ]),
  ...withForms(
    admin,
    admin('/negocios', 'Negocios', 'Businesses'),
    ['Crear negocio', 'Create business'],
    '/negocios/:businessId/actualizar',
    ['Actualizar negocio', 'Update business'],
  ),
  ...withForms(
    admin,
    admin('/subgerencias', 'Subgerencias', 'Deputy managers'),
    ['Crear subgerencia', 'Create deputy manager'],
    '/subgerencias/:deputyManagerId/actualizar',
    ['Actualizar subgerencia', 'Update deputy manager'],
  ),
  ...withForms(
    admin,
    admin('/departamentos', 'Departamentos', 'Departments'),
    ['Crear departamento', 'Create department'],
    '/departamentos/:departmentId/actualizar',
    ['Actualizar departamento', 'Update department'],
  ),
  accounts('/cuentas', 'Cuentas', 'Accounts', { roles: heads }),
  accounts('/cuentas/crear', 'Crear cuenta', 'Create account', { parent: '/cuentas' }),
  accounts('/cuentas/:accountId/actualizar', 'Actualizar cuenta', 'Update account', { parent: '/cuentas' }),
  accounts('/cuentas/:accountId/historico', 'Histórico de la cuenta', 'Account history', { parent: '/cuentas' }),
  accounts('/cuentas/carga-balance', 'Carga de balance', 'Load balance', { parent: '/cuentas' }),
  accounts('/cuentas/traspaso-masivo', 'Traspaso masivo', 'Mass transfer', { parent: '/cuentas' }),
  accounts('/cuentas/historicos', 'Históricos', 'Historical records', { roles: staff }),
  accounts('/cuentas/analisis', 'Análisis', 'Analysis', { roles: [jefatura, control] }),
  accounts('/cuentas/resumen', 'Resumen de cuentas', 'Account summary', { roles: staff }),
  statistics('/estadisticas', 'Estadísticas', 'Statistics'),
  statistics('/matriz', 'Matriz general', 'General matrix'),
  statistics('/indicadores-anuales', 'Indicadores anuales', 'Annual indicators'),
  statistics('/competitividad-empresarial', 'Competitividad empresarial', 'Business competitiveness'),
  ...withForms(admin, admin('/periodos', 'Períodos', 'Periods'), ['Abrir período', 'Open period'], '/periodos/:periodId/actualizar', [
    'Actualizar período',
    'Update period',
  ]),
  admin('/periodos/:periodId/cerrar', 'Cerrar período', 'Close period', { parent: '/periodos' }),
  ...withForms(
    parameters,
    parameters('/parametros/tiempo-en-sesion', 'Tiempo en sesión', 'Session time'),
    null,
    '/parametros/tiempo-en-sesion/:expireTokenId/actualizar',
    ['Actualizar tiempo en sesión', 'Update session time'],
  ),
  ...withForms(
    parameters,
    parameters('/parametros/expiracion-de-contraseñas', 'Expiración de contraseñas', 'Password expiration'),
    null,
    '/parametros/expiracion-de-contraseñas/:timePasswordId/actualizar',
    ['Actualizar expiración de contraseñas', 'Update password expiration'],
  ),
  ...withForms(
    parameters,
    parameters('/parametros/cierre-de-sesion-por-inactividad', 'Cierre de sesión por inactividad', 'Sign-out on inactivity'),
    null,
    '/parametros/cierre-de-sesion-por-inactividad/:expireLogoutId/actualizar',
    ['Actualizar cierre de sesión por inactividad', 'Update sign-out on inactivity'],
  ),
  ...withForms(
    parameters,
    parameters('/parametros/estados-de-analisis', 'Estados de análisis', 'Analysis statuses'),
    ['Crear estado', 'Create status'],
    '/parametros/estados-de-analisis/:analysisStatusId/actualizar',
    ['Actualizar estado', 'Update status'],
  ),
  ...withForms(
    parameters,
    parameters('/parametros/configuracion-de-roles', 'Configuración de roles', 'Role configuration'),
    ['Crear rol', 'Create role'],
    '/parametros/configuracion-de-roles/:roleId/actualizar',
    ['Actualizar rol', 'Update role'],
  ),
  ...withForms(
    parameters,
    parameters('/parametros/materialidad', 'Materialidad', 'Materiality'),
    ['Nuevo umbral', 'New threshold'],
    '/parametros/materialidad/:thresholdId/actualizar',
    ['Cambiar la materialidad', 'Change materiality'],
  ),
  parameters('/parametros/calendario', 'Calendario', 'Calendar'),
  help('/tickets-soporte', 'Tickets de soporte', 'Support tickets'),
  help('/tickets-soporte/crear', 'Crear ticket', 'Create ticket', { parent: '/tickets-soporte' }),
  help('/ayuda/solicitudes-recibidas', 'Solicitudes recibidas', 'Requests received', { roles: office }),
  help('/ayuda/utilidades', 'Utilidades', 'Utilities', { roles: office }),
  admin('/roles-permisos', 'Roles y permisos', 'Roles and permissions'),
]

/** Shown only to whoever has not signed in. */
export const PUBLIC_PATHS = ['/sign-in', '/gracias', '/soporte', '/sign-up', '/forgot-password', '/recovery-password'] as const
/** The entry paths: signed in, and signed out. */
export const ENTRY = { signedIn: '/home', signedOut: '/sign-in' } as const
