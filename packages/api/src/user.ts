import { z } from 'zod'
import { Account } from './account.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { UserType } from './session.ts'
import { ById, changesOf, Done, Email, Flag, format, Id, Moment, pageOf, paging } from './shapes.ts'

/** A role that somebody has. `rolId` is its own number; COD_TIPO_USUARIO the type of the six on whose scope it works. */
export const HeldRole = UserType.extend({ rolId: z.int() }).meta({ id: 'HeldRole' })
/** A country, or one business of it. */
export const ScopeItem = z
  .object({ ID_PAIS: z.int(), PAIS: z.string(), ID_NEGOCIO: z.int().nullable(), NEGOCIO: z.string().nullable() })
  .meta({ id: 'ScopeItem' })
export const ScopeWrite = z.object({ ID_PAIS: Id, ID_NEGOCIO: Id.nullable().default(null) })
export const UserStatus = z.enum(['activo', 'inactivo'])

export const User = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    email: z.string(),
    /** Type of the active role. */
    roleId: z.int(),
    /** Name of the active role. */
    rol: z.string(),
    roles: z.array(HeldRole),
    status: UserStatus,
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    CUENTAS: z.int(),
    ULTIMO_ACCESO: Moment.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const UserDetail = User.extend({
  locale: z.enum(['es', 'en']),
  /** Countries and businesses of control and gerencia. */
  alcance: z.array(ScopeItem),
  /** Analyses not finished yet: what is left behind by somebody who is deactivated. */
  ANALISIS_ABIERTOS: z.int(),
  /** When the signature in use was uploaded. */
  FIRMA_EN: Moment.nullable(),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof UserDetail>

/** Who somebody is, staff or auditor. */
export const Person = z.object({
  NOMBRE: z.string().trim().min(2).max(120),
  USUARIO: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/)
    .meta({ examples: ['rpena'] }),
  email: Email,
  status: UserStatus.default('activo'),
  locale: z.enum(['es', 'en']).default('es'),
})

const Write = Person.extend({
  /** Numbers of roles; one of each type at most. */
  roles: z.array(Id).min(1).max(6),
  /** One of them; the first unless said. */
  rolActivo: Id.optional(),
  COD_DEPARTAMENTO: Id.nullable().default(null),
  /** For control and gerencia, who see nothing without it. */
  alcance: z.array(ScopeWrite).max(500).default([]),
})

export const listUsers = endpoint('GET', '/user', {
  summary: 'Users: staff, without auditors',
  allow: 'admin.user.read',
  query: z.object({ ...paging(100), roleId: Id.optional(), activo: Flag.optional(), departmentId: Id.optional(), format }),
  response: pageOf(User),
  exportable: true,
})
export const getUser = endpoint('GET', '/user/:id', {
  summary: 'One user',
  allow: 'admin.user.read',
  params: ById,
  response: UserDetail,
})
/** Where Cuadre keeps the sign-in accounts too, one is made with a temporary password, which the invitation carries. */
export const createUser = endpoint('POST', '/user', {
  summary: 'Create a user and invite them by mail',
  allow: 'admin.user.write',
  outside: true,
  body: Write,
  response: UserDetail,
})
/**
 * Deactivating deletes nothing: accounts and open analyses stay, and the answer counts them. The user is signed out at once.
 * 422: own administration would be lost. 409: no active administrator would be left.
 */
export const updateUser = endpoint('PATCH', '/user/:id', {
  summary: 'Change a user',
  allow: 'admin.user.write',
  outside: true,
  params: ById,
  body: changesOf(Write),
  response: UserDetail,
})
export const userAccounts = endpoint('GET', '/user/:id/accounts', {
  summary: 'Accounts assigned to a user, as far as I see them',
  allow: 'admin.user.read',
  params: ById,
  query: z.object(paging(100)),
  response: pageOf(Account),
})

export const Signature = z
  .object({ id: z.int(), TIPO: z.enum(['png', 'jpeg']), TAMANO: z.int(), SHA256: z.string() })
  .meta({ id: 'Signature' })
/** PNG or JPEG of 2 MB at most, by content. The ones before are kept. */
export const uploadSignature = endpoint('POST', '/user/:id/upload-firma', {
  summary: 'Set the signature image: one’s own, or anyone’s with the key to change users',
  allow: 'signed-in',
  params: ById,
  multipart: true,
  body: z.object({ file: file() }),
  response: Signature,
})
export const userSignature = endpoint('GET', '/user/firmas/:id', {
  summary: 'The signature image of a user: one’s own, or anyone’s with the key to read users',
  allow: 'signed-in',
  params: ById,
  response: binary(),
  bytes: true,
})

export const listUserTypes = endpoint('GET', '/user/types', {
  summary: 'User types: the six roles of the system',
  allow: 'signed-in',
  response: z.array(UserType),
})
export const listMyRoles = endpoint('GET', '/user/roles-disponibles', {
  summary: 'Roles I can switch to',
  allow: 'signed-in',
  response: z.array(UserType),
})

export const sendSupportEmail = endpoint('POST', '/user/send-support-email', {
  summary: 'Write to support',
  // Whoever cannot sign in asks for help here. Mail goes to support only, few at a time.
  allow: 'public',
  rate: 5,
  body: z.object({
    NOMBRE: z.string().trim().min(2).max(120),
    email: Email,
    ASUNTO: z.string().trim().min(3).max(150),
    MENSAJE: z.string().trim().min(10).max(4000),
  }),
  response: Done,
})
