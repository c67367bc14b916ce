import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PERMISSION_KEYS, RISKY_PAIRS, type RiskyPair } from './permissions.ts'
import { ById, Day, Done, Id, Moment, many, NameText, pageOf, paging } from './shapes.ts'

/**
 * Roles and their keys. The six of the system can be given other keys but neither renamed nor removed; the corporation's own work on the
 * scope of one of the six (COD_TIPO_USUARIO) with keys of their own.
 */
const PermissionKey = z.enum(PERMISSION_KEYS)

export const Role = z
  .object({
    id: z.int(),
    nombre: z.string(),
    COD_TIPO_USUARIO: z.int(),
    TIPO_USUARIO: z.string(),
    descripcion: z.string().nullable(),
    /** One of the six. */
    sistema: z.boolean(),
    USUARIOS: z.int(),
    enabledKeys: z.array(z.string()),
    /** Sent back with a change; another answers 409. */
    revision: z.int(),
  })
  .meta({ id: 'Role' })
export type Role = z.output<typeof Role>

export const roleOptions = endpoint('GET', '/permissions/roles', {
  summary: 'Roles that can be given to users, for select lists',
  allow: ['admin.role.read', 'admin.user.read'],
  response: z.array(Role.pick({ id: true, nombre: true, COD_TIPO_USUARIO: true, sistema: true })),
})
export const listRoles = endpoint('GET', '/permissions/rol', {
  summary: 'Roles with their keys',
  allow: 'admin.role.read',
  query: z.object({ ...paging(100, { sort: ['NOMBRE', 'TIPO_USUARIO', 'USUARIOS'] }), tipoUsuarioId: Id.optional() }),
  response: pageOf(Role),
})
const name = NameText.toUpperCase().min(3).max(60)
const description = z.string().trim().max(300).nullable()
const keys = z.array(PermissionKey).max(PERMISSION_KEYS.length)
export const createRole = endpoint('POST', '/permissions/rol', {
  summary: 'Create a role on the scope of one of the six',
  allow: 'admin.role.write',
  body: z.object({
    nombre: name,
    COD_TIPO_USUARIO: z.int().min(1).max(6),
    descripcion: description.default(null),
    enabledKeys: keys.default([]),
  }),
  response: Role,
})
export const updateRole = endpoint('PATCH', '/permissions/rol', {
  summary: 'Rename a role or describe it',
  allow: 'admin.role.write',
  body: z.object({ id: Id, nombre: name.optional(), descripcion: description.optional(), revision: z.int() }),
  response: Role,
})
/** 409 while somebody has it. */
export const removeRole = endpoint('DELETE', '/permissions/rol', {
  summary: 'Remove a role that nobody has',
  allow: 'admin.role.write',
  query: z.object({ id: Id }),
  response: Done,
})
export const setRoleKeys = endpoint('PATCH', '/permissions/rol/:id/enabled-keys', {
  summary: 'Set all keys of a role at once',
  allow: 'admin.role.write',
  params: ById,
  body: z.object({ enabledKeys: keys, revision: z.int() }),
  response: Role,
})

/** Some people: how many, and the first of them by name. */
const Some = z.object({ n: z.int(), nombres: z.array(z.string()) })
export const RoleSimulation = z
  .object({
    cambios: z.array(
      z.object({
        key: z.string(),
        /** Given by the change, or taken away. */
        enabled: z.boolean(),
        /** Who can from then on, or no longer: they act in this role now. */
        afectados: Some,
        /** Who has the role and an exception of their own for the key, which stays as it is. */
        conExcepcion: Some,
        /** Who has the role and acts in another one: it counts when they change to it. */
        conOtroRol: Some,
      }),
    ),
    /** People whose keys change at once. */
    PERSONAS: z.int(),
    /** Risky pairs that the role holds afterwards; `nueva`: not before. */
    combinaciones: z.array(z.object({ id: z.enum(Object.keys(RISKY_PAIRS) as [RiskyPair, ...RiskyPair[]]), nueva: z.boolean() })),
  })
  .meta({ id: 'RoleSimulation' })
export type RoleSimulation = z.output<typeof RoleSimulation>
/** Refuses what saving would refuse. */
export const simulateRoleKeys = endpoint('POST', '/permissions/rol/:id/enabled-keys', {
  summary: 'What setting these keys of a role would change, in keys and in people; nothing is saved',
  allow: 'admin.role.write',
  params: ById,
  body: z.object({ enabledKeys: keys, revision: z.int() }),
  response: RoleSimulation,
})

export const KeyException = z
  .object({
    concedido: z.boolean(),
    MOTIVO: z.string().nullable(),
    /** The last day on which it holds; null: until it is taken away. */
    HASTA: Day.nullable(),
    POR: z.string().nullable(),
    EN: Moment.nullable(),
  })
  .meta({ id: 'KeyException' })
/** `con_otro_rol`: not in the role that is active now, but in another one of theirs. */
export const OUTCOMES = ['puede', 'con_otro_rol', 'no_puede'] as const
const Outcome = z.enum(OUTCOMES)
/** What decides: the person is not active, an exception of theirs, or what their roles hold. */
const Ground = z.enum(['inactivo', 'excepcion', 'rol'])
const RoleName = z.object({ rolId: z.int(), nombre: z.string() })

export const KeyHolder = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    RESULTADO: Outcome,
    CAUSA: Ground,
    /** The active role. */
    ROL: z.string(),
    /** Roles of theirs that hold the key. */
    ROLES_CON_CLAVE: z.array(RoleName),
    EXCEPCION: KeyException.nullable(),
  })
  .meta({ id: 'KeyHolder' })
export type KeyHolder = z.output<typeof KeyHolder>
export const listKeyHolders = endpoint('GET', '/permissions/holders', {
  summary: 'Who can do what a key allows, and why; who cannot, and why not',
  allow: 'admin.role.read',
  query: z.object({ ...paging(20), key: PermissionKey, resultado: many(Outcome).optional(), rolId: Id.optional() }),
  response: pageOf(KeyHolder).extend({ totales: z.object({ puede: z.int(), con_otro_rol: z.int(), no_puede: z.int() }) }),
})

export const PersonAccess = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    ACTIVO: z.boolean(),
    activeRoleId: z.int(),
    roles: z.array(RoleName.extend({ COD_TIPO_USUARIO: z.int() })),
    /** Of their exceptions: sent back with a change. */
    revision: z.int(),
    /** Every key, in the order of the table. */
    permisos: z.array(
      z.object({ key: z.string(), RESULTADO: Outcome, CAUSA: Ground, roles: z.array(z.int()), EXCEPCION: KeyException.nullable() }),
    ),
  })
  .meta({ id: 'PersonAccess' })
export type PersonAccess = z.output<typeof PersonAccess>
export const personAccess = endpoint('GET', '/permissions/user/:id', {
  summary: 'What a person can do, why, and what they could in another role of theirs',
  allow: ['admin.role.read', 'admin.user.read'],
  params: ById,
  response: PersonAccess,
})

export const PersonView = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    ACTIVO: z.boolean(),
    /** The role looked through, and the type of the six on whose scope it works. */
    rolId: z.int(),
    COD_TIPO_USUARIO: z.int(),
    roles: z.array(RoleName),
    /** Keys that hold for them in that role. */
    keys: z.array(z.string()),
    /** By business how many rows they see, of those that I see too; never what is in them. */
    filas: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        PAIS: z.string(),
        CUENTAS: z.int(),
        /** In periods that are not closed, not approved yet. */
        ANALISIS_ABIERTOS: z.int(),
      }),
    ),
  })
  .meta({ id: 'PersonView' })
export type PersonView = z.output<typeof PersonView>
/** Nothing is done in their name. */
export const personView = endpoint('GET', '/permissions/user/:id/view', {
  summary: 'What a person sees in one of their roles: their keys, and how many rows of each business',
  allow: ['admin.role.read', 'admin.user.read'],
  params: ById,
  query: z.object({ rolId: Id.optional() }),
  response: PersonView,
})

export const PermissionSet = z
  .object({
    /** The role whose keys these are. */
    activeRoleId: z.int(),
    COD_TIPO_USUARIO: z.int(),
    userId: z.int().nullable(),
    /** 'user' where the person has a grant or denial of their own. */
    source: z.enum(['user', 'role']),
    /** Of the role, or of the person's own grants and denials. */
    revision: z.int(),
    /** Every key: whether it is enabled, what decides it, and what the role alone would say. */
    permissions: z.record(z.string(), z.object({ enabled: z.boolean(), source: z.enum(['user', 'role']), role: z.boolean() })),
  })
  .meta({ id: 'PermissionSet' })
export type PermissionSet = z.output<typeof PermissionSet>

export const typePermissions = endpoint('GET', '/permissions/type-user/:id', {
  summary: 'Keys of a role; with a user, as they hold for that user in it',
  allow: 'admin.role.read',
  params: ById,
  query: z.object({ userId: Id.optional() }),
  response: PermissionSet,
})
/**
 * For a role: on or off. For a user: granted, denied, or (null) as the role says; an exception has a reason, and ends with its last day where one is
 * given. Either a role or a user.
 */
export const setPermission = endpoint('PATCH', '/permissions', {
  summary: 'Set a single permission of a role or a user',
  allow: 'admin.role.write',
  body: z.object({
    key: PermissionKey,
    enabled: z.boolean().nullable(),
    rolId: Id.optional(),
    userId: Id.optional(),
    motivo: z.string().trim().min(10).max(300).optional(),
    hasta: Day.optional(),
    revision: z.int(),
  }),
  response: PermissionSet,
})

export const Change = z
  .object({
    ID: z.int(),
    FECHA: Moment,
    /** Null: the clock, which ended an exception. */
    PERSONA: z.string().nullable(),
    ROL: z.string().nullable(),
    OBJETO: z.enum(['rol', 'permisos_rol', 'permisos_usuario', 'usuario', 'auditor', 'servicio', 'aviso_a_sistema']),
    OBJETO_ID: z.int(),
    /** Whose it is: a role or a person, by the name of now; null where the role was removed. */
    NOMBRE: z.string().nullable(),
    ANTES: z.record(z.string(), z.unknown()).nullable(),
    DESPUES: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AdministrationChange' })
export type AdministrationChange = z.output<typeof Change>
export const changeHistory = endpoint('GET', '/permissions/history', {
  summary: 'Who changed roles, permissions, users and auditors, when, from what to what',
  allow: 'admin.role.read',
  query: z.object({
    ...paging(100, { sort: ['FECHA', 'PERSONA', 'OBJETO'] }),
    objeto: many(Change.shape.OBJETO).optional(),
    objetoId: Id.optional(),
  }),
  response: pageOf(Change),
})
