import type { RoleId } from '@cuadre/api/roles'

/**
 * Who may make which call, transcribed from the specification and the decisions, and from nothing of the product: a call of a page is for the
 * roles of that page. `of` says where it stands. The first line that fits a call holds; a call without a line fails the attack.
 */
type Line = { calls: RegExp; roles: readonly RoleId[] | 'signed-in' | 'public'; of: string }

const office = [3, 6] as const
const all = [1, 2, 3, 4, 5, 6] as const
/** GET with and without an id. */
const read = (path: string) => new RegExp(`^GET /${path}(/:\\w+)?$`)
const write = (path: string) => new RegExp(`^(POST|PATCH|DELETE) /${path}(/.*)?$`)

export const ORACLE: readonly Line[] = [
  // Without an account, or before one has signed in.
  {
    calls:
      /^(GET \/auth\/config|POST \/sign-up|POST \/auth\/(forgot-password|change-password|verify-email-code|send-email-verification-code|confirm-email|stop-changes)|POST \/user\/send-support-email)$/,
    roles: 'public',
    of: 'specification §4, public routes; issue 13.14 for the two links',
  },
  { calls: /^GET \/binder-key$/, roles: 'public', of: 'issue 13.11: the public half of the key at an address of the server' },
  // One's own: session, profile, second factor, notices, files on their way.
  {
    calls:
      /^\w+ \/(me(\/.*)?|auth\/(login|2fa|enable-2fa)|notifications(\/.*)?|user\/(types|roles-disponibles|set-rol-activo)|subida\/:id)$/,
    roles: 'signed-in',
    of: 'specification §4: /2fa, /profile, /home are for any role',
  },
  {
    calls: /^(POST \/user\/:id\/upload-firma|GET \/user\/firmas\/:id)$/,
    roles: 'signed-in',
    of: 'specification §5: the signature of a user, one’s own',
  },
  { calls: /^GET \/search$/, roles: 'signed-in', of: 'issue 17.6: the palette finds what each may see' },
  // Users, auditors, roles.
  {
    calls: /^POST \/user\/create-auditor$|^PATCH \/user\/update-auditor\/:id$/,
    roles: office,
    of: 'specification §4: /usuarios/crear-auditor is of 3, 6',
  },
  { calls: /^GET \/user\/auditores(\/.*)?$/, roles: [3, 5, 6], of: 'specification §4: /auditores is of 3, 5, 6' },
  { calls: /^\w+ \/user(\/.*)?$/, roles: office, of: 'specification §4: /usuarios is of 3, 6' },
  { calls: /^\w+ \/permissions(\/.*)?$/, roles: office, of: 'specification §4: /parametros/configuracion-de-roles is of 3, 6' },
  { calls: /^GET \/audit\/changes$/, roles: office, of: 'decisions §4: the history of master data is of the office' },
  // Master data.
  { calls: /^GET \/country$/, roles: 'signed-in', of: 'specification §5: the country of the head of the page' },
  { calls: /^\w+ \/country-manager(\/.*)?$/, roles: office, of: 'specification §4: /paises is of 3, 6' },
  { calls: /^GET \/business(\/.*)?$/, roles: 'signed-in', of: 'specification §5: the business of the head of the page' },
  { calls: write('business'), roles: office, of: 'specification §4: /negocios is of 3, 6' },
  {
    calls: /^PATCH \/department\/(aprobar|reprobar)-(grupo-)?analisis-jefatura\/:id$/,
    roles: [2],
    of: 'rules §4: the first approval is of jefatura',
  },
  {
    calls: /^PATCH \/sub-management\/(aprobar|reprobar)-(grupo-)?analisis-control\/:id$/,
    roles: [3],
    of: 'rules §4: the second approval is of control',
  },
  { calls: read('(department|sub-management|heading)'), roles: [2, 3, 6], of: 'specification §4: lists of /cuentas (2, 3, 6) name them' },
  { calls: /^GET \/(heading\/tree|organisation)$/, roles: [2, 3, 6], of: 'as above: the same rows as a tree' },
  {
    calls: write('(department|sub-management|heading)'),
    roles: office,
    of: 'specification §4: /departamentos, /subgerencias, /rubros are of 3, 6',
  },
  { calls: /^POST \/organisation\/import$/, roles: office, of: 'issue 14.4: the pages of the organisation are of 3, 6' },
  { calls: /^\w+ \/template(\/.*)?$/, roles: office, of: 'specification §4: /plantillas is of 3, 6' },
  // Help.
  {
    calls: /^POST \/faq\/(:id\/votes|misses)$/,
    roles: 'signed-in',
    of: 'issue 15.9: whoever searches votes, and is told as not having found',
  },
  { calls: /^GET \/faq\/(misses|:id\/(versions|votes))$/, roles: office, of: 'issue 15.9: the upkeep of /faq' },
  { calls: /^GET \/(faq|tools-and-services\/.*)$/, roles: 'signed-in', of: 'specification §4: /faq and /mis-recursos are for any role' },
  { calls: write('(faq|tools-and-services)'), roles: office, of: 'decisions §13: the office keeps help and resources' },
  { calls: /^POST \/tickets-suport$/, roles: 'signed-in', of: 'decisions §13: roles 4 and 5 may write tickets too' },
  {
    calls: /^\w+ \/tickets-suport\/(answers(\/:id)?|figures|:id\/(similar|merge|presence))$/,
    roles: office,
    of: 'issue 15.8: the queue, /ayuda/solicitudes-recibidas, is of 3, 6',
  },
  {
    calls: /^\w+ \/tickets-suport(\/.*)?$/,
    roles: 'signed-in',
    of: 'specification §4: /ayuda/solicitudes is for any role; one’s own requests',
  },
  // Parameters.
  { calls: /^(GET|POST) \/alerts\/silencio$/, roles: 'signed-in', of: 'issue 15.4: mute for me' },
  { calls: /^GET \/calendar\/zone$/, roles: 'signed-in', of: 'decisions §13: times are shown in the zone of the business' },
  {
    calls: /^GET \/exchange-rate\/group-currency$/,
    roles: 'signed-in',
    of: 'decisions §13: a figure may be shown in the group’s currency',
  },
  { calls: /^PATCH \/exchange-rate\/group-currency$/, roles: [6], of: 'decisions §13: of the whole group, as targets and weights' },
  { calls: /^\w+ \/exchange-rate(\/.*)?$/, roles: office, of: 'issue 15.7: a parameter; the pages of /parametros are of 3, 6' },
  {
    calls: /^\w+ \/(alerts|config-enviroment|threshold|movement-rule)(\/.*)?$/,
    roles: office,
    of: 'specification §4: the pages of /parametros are of 3, 6',
  },
  { calls: /^GET \/calendar\/dates$/, roles: all, of: 'decisions §7: everybody sees the dates of a period' },
  { calls: /^\w+ \/calendar(\/.*)?$/, roles: office, of: 'specification §4: the pages of /parametros are of 3, 6' },
  { calls: /^POST \/analysis-status\/:id\/analysis$/, roles: [1, 2, 3], of: 'decisions §13: who works on an analysis marks it' },
  {
    calls: /^GET \/(analysis-status(\/:id)?|reject-reason)$/,
    roles: 'signed-in',
    of: 'specification §5: states and reasons are shown with every analysis',
  },
  { calls: write('(analysis-status|reject-reason)'), roles: office, of: 'specification §4: /parametros/estados-de-analisis is of 3, 6' },
  // Periods.
  { calls: /^POST \/period\/:id\/reopen$/, roles: [6], of: 'decisions §7: only ADMINISTRADOR reopens' },
  { calls: /^GET \/period\/:id\/checklist$/, roles: office, of: 'specification §4: /periodos/{periodId}/cerrar is of 3, 6' },
  { calls: /^POST \/period\/:id\/business-reopening(\/end)?$/, roles: [6], of: 'decisions §13: reopened for one business by role 6' },
  { calls: /^POST \/period\/closing-policy$/, roles: [6], of: 'issue 13.10: who closes does not loosen what closing asks' },
  { calls: /^GET \/period\/(closing-policy(\/history)?|:id\/history)$/, roles: office, of: 'specification §4: /periodos is of 3, 6' },
  { calls: /^GET \/period\/:id\/deadlines$/, roles: all, of: 'decisions §7: everybody sees the dates of a period' },
  { calls: /^\w+ \/tie-out(\/.*)?$/, roles: office, of: 'issue 13.4: rules of the dry run (3, 6) and of closing (3, 6)' },
  { calls: /^POST \/period\/extension$/, roles: [1, 2, 3], of: 'issue 13.13: asked for by who works, decided by jefatura and control' },
  { calls: /^GET \/period\/extension$/, roles: [1, 2, 3, 6], of: 'as above' },
  { calls: /^POST \/period\/extension\/decide$/, roles: [2, 3, 6], of: 'as above' },
  {
    calls: /^GET \/period(\/(:id|status|unique-months-years))?$/,
    roles: all,
    of: 'specification §5: every list is filtered by period; issue 13.16 for auditors',
  },
  { calls: write('period'), roles: office, of: 'specification §4: /periodos is of 3, 6' },
  // Accounts and balances.
  {
    calls: /^GET \/account\/transfer$|^POST \/account\/transfer.*$/,
    roles: office,
    of: 'specification §4: /cuentas/traspaso-masivo is of 3, 6',
  },
  {
    calls: /^GET \/account\/:id\/history$|^GET \/account-summary\/.*$/,
    roles: [1, 2, 3, 6],
    of: 'specification §4: /cuentas/historicos is of 1, 2, 3, 6',
  },
  { calls: /^GET \/account(\/(:id|metadata|:id\/assignments))?$/, roles: [2, 3, 6], of: 'specification §4: /cuentas is of 2, 3, 6' },
  { calls: write('account'), roles: office, of: 'specification §4: /cuentas/crear is of 3, 6' },
  { calls: /^GET \/balances\/load\/:id\/sheet$/, roles: office, of: 'specification §4: /cuentas/carga-balance is of 3, 6' },
  { calls: /^GET \/balances(\/.*)?$/, roles: [2, 3, 6], of: 'specification §4: /cuentas (2, 3, 6) shows balances' },
  { calls: write('balances'), roles: office, of: 'specification §4: /cuentas/carga-balance is of 3, 6' },
  // Programs, and what they deliver.
  { calls: /^\w+ \/services(\/.*)?$/, roles: office, of: 'issue 18.5: beside the users, whose page is of 3, 6' },
  { calls: /^\w+ \/webhooks(\/.*)?$/, roles: [6], of: 'decision 071: what leaves the corporation is told by the administrator alone' },
  { calls: /^\w+ \/deliver(ies|y-rules)(\/.*)?$/, roles: office, of: 'issue 18.5: as a load, whose page is of 3, 6' },
  // Audit.
  { calls: /^POST \/observation(\/:id\/(ask|close))?$/, roles: [5], of: 'rules §2.8: auditors raise observations' },
  { calls: /^POST \/observation\/:id\/answer$/, roles: [1, 2, 3], of: 'rules §2.8: who is responsible answers' },
  { calls: read('observation'), roles: all, of: 'rules §2.8' },
  { calls: /^GET \/audit-sample(\/:id(\/analysis)?)?$/, roles: [2, 3, 5, 6], of: 'issue 14.3: staff see samples' },
  { calls: /^\w+ \/audit-sample(\/.*)?$|^GET \/analysis-metadata\/auditor$/, roles: [5], of: 'rules §2.8: auditors draw samples' },
  { calls: /^GET \/analysis\/binder$/, roles: [2, 3, 4, 5, 6], of: 'decisions §10: who reviews and audits makes binders' },
  { calls: /^POST \/analysis\/binder\/check$/, roles: all, of: 'issue 13.11: whoever holds a binder asks the server' },
  // Analyses.
  {
    calls: /^GET \/(analysis(-metadata)?|analysis\/group|dashboard)\/analista(\/grouped)?$/,
    roles: [1],
    of: 'specification §6: lists of the analyst',
  },
  {
    calls: /^GET \/(analysis(-metadata)?|analysis\/group|dashboard)\/jefatura(-area|\/grouped)?$/,
    roles: [2],
    of: 'specification §6: lists of jefatura',
  },
  {
    calls: /^GET \/(analysis(-metadata)?|analysis\/group|dashboard)\/control(\/grouped)?$/,
    roles: [3],
    of: 'specification §6: lists of control',
  },
  {
    calls: /^POST \/analysis$|^POST \/analysis\/(group\/)?:id\/reopen$/,
    roles: office,
    of: 'rules §4: control creates and reopens, ADMINISTRADOR by exception',
  },
  { calls: /^POST \/analysis\/decide-bulk$/, roles: [2, 3], of: 'rules §4: approvals are of jefatura and control' },
  { calls: /^POST \/analysis\/(group\/)?:id\/recall$/, roles: [1, 2, 3], of: 'rules §4: who submitted or decided takes it back' },
  { calls: /^POST \/analysis\/(group\/)?(send-mail|send-approval-email)\/:id$/, roles: [1, 2, 3, 6], of: 'decisions §13: reminders' },
  { calls: /^POST \/analysis\/reminders$/, roles: [1, 2, 3, 6], of: 'decisions §13: reminders' },
  {
    calls: /^POST \/analysis\/(group\/)?:id\/annex$/,
    roles: [1, 3],
    of: 'decisions §9: the analyst and, while it is theirs, control annex files',
  },
  { calls: /^POST \/analysis\/(file|annex)\/:id\/seen$/, roles: all, of: 'decisions §13: the event of evidence in view' },
  {
    calls:
      /^(GET|POST) \/analysis\/(group\/)?(:id\/(workbook|marks|file|members)|workbooks|workbook\/check)$|^POST \/analysis\/(file\/:id|group)$|^PATCH \/analysis\/(:id|annex\/:id)$|^DELETE \/analysis\/.*$|^POST \/analysis\/group\/:id\/(file|members)$/,
    roles: [1],
    of: 'rules §4: the analyst prepares and submits',
  },
  { calls: /^GET \/analysis(\/.*)?$/, roles: all, of: 'rules §4: everybody reads the analyses of their scope' },
  // Statistics.
  {
    calls: /^PATCH \/(dashboard\/analysis-matrix-params|statistics\/(targets|competitiveness(\/names)?))$/,
    roles: [6],
    of: 'decisions §8: the administrator sets targets and weights',
  },
  { calls: /^GET \/dashboard\/items$/, roles: [1, 2, 3, 4, 6], of: 'specification §6: homes of the roles' },
  {
    calls: /^GET \/(dashboard|statistics)\/.*$/,
    roles: [2, 3, 4, 6],
    of: 'specification §4: /estadisticas is of 2, 3, 6; the home of gerencia shows them',
  },
]
