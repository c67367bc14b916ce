import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { ById, changesOf, format, Line, Moment, pageOf, paging, Revision } from './shapes.ts'
import { ScopeItem, ScopeWrite, UserStatus } from './user.ts'

/**
 * Programs that call the API by themselves with client credentials of the realm (decision 070): an ERP that delivers balances, a report that reads
 * them. A program reads and delivers; what a person answers for (submitting, deciding, confirming, administering) has no key here.
 */
export const SERVICE_KEYS = [
  'accounts.delivery.send',
  'accounts.balance.read',
  'accounts.account.read',
  'accounts.summary.read',
  'analysis.item.read',
  'admin.period.read',
  'admin.business.read',
  'statistics.dashboard.read',
] as const satisfies readonly Permission[]
export const ServiceKey = z.enum(SERVICE_KEYS)

export const ServiceAccount = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    /** The client id at the provider. */
    CLIENTE: z.string(),
    status: UserStatus,
    llaves: z.array(ServiceKey),
    alcance: z.array(ScopeItem),
    /** When its secret was last made; null where the provider did not answer then: renewing it makes the first. */
    SECRETO_EN: Moment.nullable(),
    /** To the minute. */
    ULTIMO_USO: Moment.nullable(),
    CREADO_POR: z.string(),
    CREADO_EN: Moment,
    REVISION: Revision,
  })
  .meta({ id: 'ServiceAccount' })
export type ServiceAccount = z.output<typeof ServiceAccount>

/** `SECRETO` is told this once; whoever lost it renews it. */
export const ServiceSecret = ServiceAccount.extend({
  SECRETO: z.string(),
  /** Where the program gets its tokens. */
  TOKEN_URL: z.string(),
}).meta({ id: 'ServiceSecret' })
export type ServiceSecret = z.output<typeof ServiceSecret>

const Write = z.object({
  NOMBRE: Line.pipe(z.string().min(3).max(120)),
  llaves: z.array(ServiceKey).min(1).max(SERVICE_KEYS.length),
  alcance: z.array(ScopeWrite).min(1).max(500),
  status: UserStatus.default('activo'),
})

export const listServices = endpoint('GET', '/services', {
  summary: 'Programs that call the API by themselves',
  allow: 'admin.service.read',
  query: z.object({
    ...paging(100, { sort: ['NOMBRE', 'CLIENTE', 'STATUS', 'ULTIMO_USO', 'SECRETO_EN'] }),
    status: UserStatus.optional(),
    format,
  }),
  response: pageOf(ServiceAccount),
  exportable: true,
})
export const getService = endpoint('GET', '/services/:id', {
  summary: 'One program',
  allow: 'admin.service.read',
  params: ById,
  response: ServiceAccount,
})
/** Nobody gives a key, country or business that is not theirs. 409 where the provider's clients are not managed from here. */
export const createService = endpoint('POST', '/services', {
  summary: 'Register a program and make its secret',
  allow: 'admin.service.write',
  outside: true,
  body: Write.extend({
    /** What follows `servicio-` in the client id. */
    CLIENTE: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/)
      .meta({ examples: ['erp-votorantim'] }),
  }),
  response: ServiceSecret,
})
/** Inactive: its tokens are refused at once. 409 with the account as it is now when it has changed since REVISION. */
export const updateService = endpoint('PATCH', '/services/:id', {
  summary: 'Change what a program may do, or stop it',
  allow: 'admin.service.write',
  outside: true,
  params: ById,
  body: changesOf(Write).extend({ REVISION: Revision.optional() }),
  response: ServiceAccount,
})
export const renewServiceSecret = endpoint('POST', '/services/:id/secret', {
  summary: 'A new secret; that of before, and tokens got with it, are refused at once',
  allow: 'admin.service.write',
  outside: true,
  params: ById,
  response: ServiceSecret,
})
