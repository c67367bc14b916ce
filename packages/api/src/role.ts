import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PERMISSION_KEYS } from './permissions.ts'
import { ById, Done, Id, Moment, pageOf, paging } from './shapes.ts'

/**
 * Roles and their keys. The six of the system can be given other keys but neither renamed nor removed; the corporation's own work on the
 * scope of one of the six (COD_TIPO_USUARIO) with keys of their own.
 */
export const PermissionKey = z.enum(PERMISSION_KEYS)

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
  query: z.object({ ...paging(100), tipoUsuarioId: Id.optional() }),
  response: pageOf(Role),
})
const name = z.string().trim().toUpperCase().min(3).max(60)
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
/** For a role: on or off. For a user: granted, denied, or (null) as the role says. Either a role or a user. */
export const setPermission = endpoint('PATCH', '/permissions', {
  summary: 'Set a single permission of a role or a user',
  allow: 'admin.role.write',
  body: z.object({
    key: PermissionKey,
    enabled: z.boolean().nullable(),
    rolId: Id.optional(),
    userId: Id.optional(),
    revision: z.int(),
  }),
  response: PermissionSet,
})

export const Change = z
  .object({
    ID: z.int(),
    FECHA: Moment,
    PERSONA: z.string(),
    ROL: z.string(),
    OBJETO: z.enum(['rol', 'permisos_rol', 'permisos_usuario', 'usuario', 'auditor']),
    OBJETO_ID: z.int(),
    ANTES: z.record(z.string(), z.unknown()).nullable(),
    DESPUES: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AdministrationChange' })
export const changeHistory = endpoint('GET', '/permissions/history', {
  summary: 'Who changed roles, permissions, users and auditors, when, from what to what',
  allow: 'admin.role.read',
  query: z.object({ ...paging(100), objeto: Change.shape.OBJETO.optional(), objetoId: Id.optional() }),
  response: pageOf(Change),
})
