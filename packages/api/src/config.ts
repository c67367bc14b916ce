import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Moment, pageOf, paging } from './shapes.ts'

/**
 * System parameters: session time, password expiry, inactivity, second factor (rules §2.4). The last is 0 or 1: for everyone it makes the second
 * factor compulsory for roles 3, 5 and 6, for a role for that role.
 */
export const CONFIG_TYPE = { tiempoSesion: 1, expiracionContrasena: 2, inactividad: 3, segundoFactor: 4 } as const

export const ConfigType = z.object({ id: z.int(), codigo: z.string(), nombre: z.string() }).meta({ id: 'ConfigType' })
export const Config = z
  .object({
    id: z.int(),
    tipoId: z.int(),
    nombre: z.string(),
    valor: z.int(),
    unidad: z.enum(['min', 'dias', 'activo']),
    min: z.int(),
    max: z.int(),
    defecto: z.int(),
    /** null: for everyone; else the role it holds for, before the global one. */
    rolId: z.int().nullable(),
    rol: z.string().nullable(),
    actualizadoPor: z.string().nullable(),
    actualizadoEn: Moment.nullable(),
    motivo: z.string().nullable(),
  })
  .meta({ id: 'Config' })
export type Config = z.output<typeof Config>

export const listConfigTypes = endpoint('GET', '/config-enviroment/type', {
  summary: 'Kinds of parameter',
  allow: 'parameters.config.read',
  response: z.array(ConfigType),
})
export const listConfig = endpoint('GET', '/config-enviroment', {
  summary: 'Parameters',
  allow: 'parameters.config.read',
  query: z.object({ ...paging(100), tipoId: Id.optional() }),
  response: pageOf(Config),
})
export const getConfig = endpoint('GET', '/config-enviroment/:id', {
  summary: 'One parameter',
  allow: 'parameters.config.read',
  params: ById,
  response: Config,
})
/** For a role: makes its own value, changes it, or takes it away (null), so that everyone's holds again. Answers what holds afterwards. */
export const setConfig = endpoint('PATCH', '/config-enviroment', {
  summary: 'Set a parameter for everyone or for a role',
  allow: 'parameters.config.write',
  body: z.object({
    tipoId: Id,
    rolId: Id.nullable().default(null),
    valor: z.int().nullable(),
    motivo: z.string().trim().min(10).max(500),
  }),
  response: Config,
})
/** 422 when the value is outside the parameter's range, or inactivity is longer than the session. */
export const updateConfig = endpoint('PATCH', '/config-enviroment/:id', {
  summary: 'Change a parameter',
  allow: 'parameters.config.write',
  params: ById,
  body: z.object({ valor: z.int(), motivo: z.string().trim().min(10).max(500) }),
  response: Config,
})
