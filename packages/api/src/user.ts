import { z } from 'zod'
import { ACCOUNT_SORT, Account } from './account.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { UserType } from './session.ts'
import {
  ById,
  changesOf,
  Day,
  Done,
  Email,
  Flag,
  format,
  Id,
  Line,
  Moment,
  NameText,
  PeriodName,
  pageOf,
  paging,
  Revision,
} from './shapes.ts'

/** A role that somebody has. `rolId` is its own number; COD_TIPO_USUARIO the type of the six on whose scope it works. */
const HeldRole = UserType.extend({ rolId: z.int() }).meta({ id: 'HeldRole' })
/** A country, or one business of it. */
export const ScopeItem = z
  .object({ ID_PAIS: z.int(), PAIS: z.string(), ID_NEGOCIO: z.int().nullable(), NEGOCIO: z.string().nullable() })
  .meta({ id: 'ScopeItem' })
export const ScopeWrite = z.object({ ID_PAIS: Id, ID_NEGOCIO: Id.nullable().default(null) })
export const UserStatus = z.enum(['activo', 'inactivo'])
/** What waits for somebody at an account: its owner, a second administrator, or one who lets the owner in again. */
export const USER_NOTICES = ['correo', 'segundo_factor', 'detenida'] as const

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
    SEGUNDO_FACTOR: z.boolean(),
    /** A new address that its owner has not confirmed yet. */
    CORREO_PENDIENTE: z.string().nullable(),
    /** Their second factor is to be taken away: who asked for it; a second administrator confirms. */
    PIDE_QUITAR_2FA: z.string().nullable(),
    /** They have stopped their account: nothing of it changes until then, unless an administrator unlocks it. */
    DETENIDA_HASTA: Moment.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const UserDetail = User.extend({
  locale: z.enum(['es', 'en']),
  /** A data URL. */
  avatar: z.string().nullable(),
  /** Countries and businesses of control and gerencia. */
  alcance: z.array(ScopeItem),
  /** Analyses not finished yet: what is left behind by somebody who is deactivated. */
  ANALISIS_ABIERTOS: z.int(),
  /** Of those, due by the end of today and not sent yet. */
  ANALISIS_VENCEN: z.int(),
  /** Departments that they head: without a head nobody reviews what is theirs. */
  JEFATURAS: z.array(z.object({ COD_DEPARTAMENTO: z.int(), DEPARTAMENTO: z.string(), NEGOCIO: z.string() })),
  /** Head of their own department. */
  JEFE: z.object({ id: z.int(), NOMBRE: z.string() }).nullable(),
  /** Whether they have an account of the identity provider. */
  CUENTA_DE_ACCESO: z.boolean(),
  /** Counts every change; a change sends the one it saw. */
  REVISION: Revision,
  /** When the signature in use was uploaded. */
  FIRMA_EN: Moment.nullable(),
  /** Who asked for `PIDE_QUITAR_2FA`, and when. */
  PIDE_QUITAR_2FA_ID: z.int().nullable(),
  PIDE_QUITAR_2FA_EN: Moment.nullable(),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof UserDetail>

/** Who somebody is, staff or auditor. */
export const Person = z.object({
  NOMBRE: NameText.min(2).max(120),
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

const USER_SORT = ['NOMBRE', 'USUARIO', 'EMAIL', 'ROL', 'STATUS', 'DEPARTAMENTO', 'CUENTAS', 'ULTIMO_ACCESO'] as const
const { search, sort } = paging(100, { sort: USER_SORT })
/** What narrows and orders the list. */
const filters = {
  search,
  sort,
  roleId: Id.optional(),
  activo: Flag.optional(),
  aviso: z.enum(USER_NOTICES).optional(),
  departmentId: Id.optional(),
  /** Who belongs to it, sees it, or has accounts in it. */
  countryId: Id.optional(),
  businessId: Id.optional(),
}
export const listUsers = endpoint('GET', '/user', {
  summary: 'Users: staff, without auditors',
  allow: 'admin.user.read',
  query: z.object({ ...paging(100, { sort: USER_SORT }), ...filters, format }),
  response: pageOf(User),
  exportable: true,
})
export const getUser = endpoint('GET', '/user/:id', {
  summary: 'One user',
  allow: 'admin.user.read',
  params: ById,
  response: UserDetail,
})
const Beside = z.object({ id: z.int(), NOMBRE: z.string() }).nullable()
export const besideUser = endpoint('GET', '/user/:id/beside', {
  summary: 'Who comes before and after a user in a list of users',
  allow: 'admin.user.read',
  params: ById,
  query: z.object(filters),
  /** `PUESTO` is null for somebody who is not in that list. */
  response: z.object({ ANTERIOR: Beside, SIGUIENTE: Beside, PUESTO: z.int().nullable(), TOTAL: z.int() }),
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
 * Only of somebody below the caller: in all of their roles, countries, businesses and permissions. A new address counts once its owner has
 * confirmed it, and the person is told of every change.
 * Deactivating deletes nothing: accounts and open analyses stay, and the answer counts them. The user is signed out at once.
 * 422: own administration would be lost. 409: no active administrator would be left, or, with the user as it is now, it has changed since REVISION.
 */
export const updateUser = endpoint('PATCH', '/user/:id', {
  summary: 'Change a user',
  allow: 'admin.user.write',
  outside: true,
  params: ById,
  body: changesOf(Write).extend({ REVISION: Revision.optional() }),
  response: UserDetail,
})

/** How many people one call changes. */
export const MAX_BULK_USERS = 500
export const BulkUsers = z
  .object({
    hechos: z.array(z.int()),
    /** Who was left as they were, and why, in the language of the call. */
    rechazados: z.array(z.object({ id: z.int(), NOMBRE: z.string().nullable(), MOTIVO: z.string() })),
  })
  .meta({ id: 'BulkUsers' })
export type BulkUsers = z.output<typeof BulkUsers>
/** Each person by the rules of a single change: those that allow it are changed, the others are listed with the reason. */
export const changeUsers = endpoint('POST', '/user/bulk', {
  summary: 'Activate or deactivate many users, or move them to a department',
  allow: 'admin.user.write',
  outside: true,
  body: z.object({
    ids: z.array(Id).min(1).max(MAX_BULK_USERS),
    accion: z.enum(['activar', 'desactivar', 'departamento']),
    /** Of `departamento`; null takes them out of theirs. */
    COD_DEPARTAMENTO: Id.nullable().optional(),
  }),
  response: BulkUsers,
})

export const MAX_IMPORTED_USERS = 500
export const IMPORT_CLASSES = ['nueva', 'ya_existe', 'rechazada'] as const
export const UserImportRow = z
  .object({
    /** Its number in the file, from 1. */
    FILA: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    email: z.string(),
    ROLES: z.string(),
    DEPARTAMENTO: z.string().nullable(),
    ALCANCE: z.string().nullable(),
    /** `ya_existe`: user name and e-mail are of a person who is left as they are. */
    CLASE: z.enum(IMPORT_CLASSES),
    /** Why it is refused. */
    MOTIVO: z.string().nullable(),
  })
  .meta({ id: 'UserImportRow' })
export type UserImportRow = z.output<typeof UserImportRow>
const Heading = z.string().nullable()
export const UserImport = z
  .object({
    simulado: z.boolean(),
    /** Of exactly this: the import sends it back. */
    huella: z.string(),
    /** The file's headings of the columns that were used. */
    columnas: z.object({
      NOMBRE: Heading,
      USUARIO: Heading,
      email: Heading,
      roles: Heading,
      departamento: Heading,
      alcance: Heading,
      locale: Heading,
    }),
    total: z.object({ nueva: z.int(), ya_existe: z.int(), rechazada: z.int() }),
    data: z.array(UserImportRow),
    /** Made, but the identity provider did not answer for them: saving their page again makes their account. */
    sinAcceso: z.array(z.object({ id: z.int(), NOMBRE: z.string() })),
  })
  .meta({ id: 'UserImport' })
export type UserImport = z.output<typeof UserImport>
/**
 * Who is new is created and invited; who is there already is left as they are; refused rows are left out. All or nothing. 409 with the preview of now
 * where it is no longer the one that was looked at; 422 where no columns are recognised.
 */
export const importUsers = endpoint('POST', '/user/import', {
  summary: 'Create many users from a file: look at it first, then make exactly that',
  allow: 'admin.user.write',
  outside: true,
  multipart: true,
  body: z.object({ file: file(), simular: z.stringbool().default(false), huella: z.string().max(100).optional() }),
  response: UserImport,
})

export const UserEvent = z
  .object({
    ID: z.int(),
    FECHA: Moment,
    TIPO: z.string(),
    ROL: z.string().nullable(),
    PERIODO: PeriodName,
    COD_ANALISIS: z.int().nullable(),
    CUENTA: z.string().nullable(),
    NOMBRE_CUENTA: z.string().nullable(),
    NEGOCIO: z.string().nullable(),
    COMENTARIO: z.string().nullable(),
  })
  .meta({ id: 'UserEvent' })
export type UserEvent = z.output<typeof UserEvent>
export const userActivity = endpoint('GET', '/user/:id/activity', {
  summary: 'What a user has done to periods, loads and analyses, as far as I see those; the newest first',
  allow: 'admin.user.read',
  params: ById,
  query: z.object({ ...paging(50, { sort: ['FECHA', 'CUENTA', 'PERIODO'] }), dateStart: Day.optional(), dateEnd: Day.optional() }),
  response: pageOf(UserEvent),
})
export const userAccounts = endpoint('GET', '/user/:id/accounts', {
  summary: 'Accounts assigned to a user, as far as I see them',
  allow: 'admin.user.read',
  params: ById,
  query: z.object(paging(100, { sort: ACCOUNT_SORT })),
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
    NOMBRE: Line.min(2).max(120),
    email: Email,
    ASUNTO: Line.min(3).max(150),
    MENSAJE: z.string().trim().min(10).max(4000),
  }),
  response: Done,
})
