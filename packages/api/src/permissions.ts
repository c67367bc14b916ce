import { ROLE, type RoleId } from './roles.ts'

/**
 * Every permission key, `area.thing.action`, with the roles that have it by default.
 * The page's roles say who sees a page; the key says who may do a thing on it. Both must allow (decisions §12).
 */
const { analista, jefatura, control, gerencia, auditor, administrador } = ROLE
const office = [control, administrador] as const

export const PERMISSIONS = {
  'admin.country.read': office,
  'admin.country.write': office,
  'admin.business.read': office,
  'admin.business.write': office,
  'admin.organisation.read': [jefatura, ...office],
  'admin.organisation.write': office,
  'admin.heading.read': [jefatura, ...office],
  'admin.heading.write': office,
  'admin.change.read': office,
  'admin.template.read': office,
  'admin.template.write': office,
  'admin.user.read': office,
  'admin.user.write': office,
  /** An auditor reads their own access and what they have looked at. */
  'admin.auditor.read': [control, auditor, administrador],
  'admin.auditor.write': office,
  /** Programs that call the API by themselves. */
  'admin.service.read': office,
  'admin.service.write': office,
  /** Other systems are told of everybody's work: an administrator decides which. */
  'admin.webhook.write': [administrador],
  'admin.role.read': office,
  'admin.role.write': office,
  /** An auditor reads the periods that they are granted. */
  'admin.period.read': [analista, jefatura, ...office, gerencia, auditor],
  'admin.period.write': office,
  'admin.period.close': office,
  'admin.period.reopen': [administrador],
  'admin.period.policy': [administrador],
  'accounts.account.read': [jefatura, ...office],
  'accounts.account.write': office,
  'accounts.account.transfer': office,
  'accounts.summary.read': [analista, jefatura, ...office],
  'accounts.balance.read': [jefatura, ...office],
  'accounts.balance.load': office,
  /** Balances of a program: always through the dry run; which confirm themselves is the rule's. */
  'accounts.delivery.send': office,
  'accounts.delivery.rule': office,
  'analysis.item.read': [analista, jefatura, control, gerencia, auditor, administrador],
  'analysis.item.submit': [analista],
  'analysis.binder.make': [jefatura, control, gerencia, auditor, administrador],
  'analysis.item.create': office,
  'analysis.item.reopen': office,
  'analysis.item.remind': [analista, jefatura, ...office],
  'analysis.jefatura.decide': [jefatura],
  'analysis.control.decide': [control],
  'analysis.extension.ask': [analista, jefatura, control],
  'analysis.extension.decide': [jefatura, ...office],
  'analysis.observation.raise': [auditor],
  'analysis.observation.answer': [analista, jefatura, control],
  'analysis.sample.draw': [auditor],
  'analysis.sample.read': [jefatura, ...office],
  'statistics.dashboard.read': [jefatura, control, gerencia, administrador],
  'statistics.setting.write': [administrador],
  'parameters.config.read': office,
  'parameters.config.write': office,
  'parameters.alert.read': office,
  'parameters.alert.write': office,
  'parameters.status.write': office,
  'parameters.threshold.read': office,
  'parameters.threshold.write': office,
  'parameters.calendar.read': office,
  'parameters.calendar.write': office,
  'parameters.rate.read': office,
  'parameters.rate.write': office,
  /** The group's currency, and rates of closed periods; each with a reason. */
  'parameters.rate.govern': [administrador],
  'helpdesk.faq.write': office,
  'helpdesk.resource.write': office,
  'helpdesk.ticket.write': [analista, jefatura, gerencia, auditor, ...office],
  'helpdesk.ticket.receive': office,
} as const satisfies Record<string, readonly RoleId[]>

export type Permission = keyof typeof PERMISSIONS

export const permissionsOf = (role: RoleId): Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((key) => (PERMISSIONS[key] as readonly RoleId[]).includes(role))

/**
 * Keys that one person should rather not hold together. They are named, never refused: segregation of duties is kept by person on each analysis
 * (decisions §4).
 */
export const RISKY_PAIRS = {
  prepareAndReview: ['analysis.item.submit', 'analysis.jefatura.decide'],
  prepareAndControl: ['analysis.item.submit', 'analysis.control.decide'],
  bothDecisions: ['analysis.jefatura.decide', 'analysis.control.decide'],
  loadAndDecide: ['accounts.balance.load', 'analysis.control.decide'],
  closeAndReopenItems: ['admin.period.close', 'analysis.item.reopen'],
  closeAndReopen: ['admin.period.close', 'admin.period.reopen'],
  peopleAndKeys: ['admin.user.write', 'admin.role.write'],
  assignAndPrepare: ['accounts.account.write', 'analysis.item.submit'],
  limitsAndPrepare: ['parameters.threshold.write', 'analysis.item.submit'],
} as const satisfies Record<string, readonly [Permission, Permission]>
export type RiskyPair = keyof typeof RISKY_PAIRS
export const riskyPairsIn = (keys: ReadonlySet<string>) =>
  (Object.keys(RISKY_PAIRS) as RiskyPair[]).filter((pair) => RISKY_PAIRS[pair].every((key) => keys.has(key)))

/** All keys, in the order of the table. */
export const PERMISSION_KEYS = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]
