import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { UserType } from './session.ts'
import { Flag, Id, Moment, pageOf, paging } from './shapes.ts'

export const User = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    email: z.string(),
    roleId: z.int(),
    rol: z.string(),
    roles: z.array(UserType),
    status: z.enum(['activo', 'inactivo']),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    CUENTAS: z.int(),
    ULTIMO_ACCESO: Moment.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

export const listUsers = endpoint('GET', '/user', {
  summary: 'Users: staff, without auditors',
  allow: 'admin.user.read',
  query: z.object({ ...paging(100), roleId: Id.optional(), activo: Flag.optional(), departmentId: Id.optional() }),
  response: pageOf(User),
})
export const listUserTypes = endpoint('GET', '/user/types', {
  summary: 'User types (roles)',
  allow: 'signed-in',
  response: z.array(UserType),
})
export const listMyRoles = endpoint('GET', '/user/roles-disponibles', {
  summary: 'Roles I can switch to',
  allow: 'signed-in',
  response: z.array(UserType),
})
