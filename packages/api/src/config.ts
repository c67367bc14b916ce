import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Day, Done, Id, Moment, Person, pageOf, paging } from './shapes.ts'

/**
 * System parameters: session time, password expiry, inactivity, second factor (rules §2.4). The last is 0 or 1: for everyone it makes the second
 * factor compulsory for roles 3, 5 and 6, for a role for that role.
 */
export const CONFIG_TYPE = { tiempoSesion: 1, expiracionContrasena: 2, inactividad: 3, segundoFactor: 4 } as const

const ConfigType = z.object({ id: z.int(), codigo: z.string(), nombre: z.string() }).meta({ id: 'ConfigType' })
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
/** The role's own (of everyone: the) value that the caller saw, null: none; 409 `config_moved` where it is another one by now. */
const seen = { visto: z.int().nullable().optional() }
/** For a role: makes its own value, changes it, or takes it away (null), so that everyone's holds again. Answers what holds afterwards. */
export const setConfig = endpoint('PATCH', '/config-enviroment', {
  summary: 'Set a parameter for everyone or for a role',
  allow: 'parameters.config.write',
  body: z.object({
    tipoId: Id,
    rolId: Id.nullable().default(null),
    valor: z.int().nullable(),
    ...seen,
    motivo: z.string().trim().min(10).max(500),
  }),
  response: Config,
})
/** 422 when the value is outside the parameter's range, or inactivity is longer than the session. */
export const updateConfig = endpoint('PATCH', '/config-enviroment/:id', {
  summary: 'Change a parameter',
  allow: 'parameters.config.write',
  params: ById,
  body: z.object({ valor: z.int(), ...seen, motivo: z.string().trim().min(10).max(500) }),
  response: Config,
})

export const ConfigInForce = z
  .object({
    /**
     * Who acts on it: a provider that reads these parameters (`lee`), one that is told each change and keeps a single value for everybody
     * (`informado`), or one that knows nothing of them (`aparte`): then only our own limits of a session hold, and the age of a password
     * cannot be set here.
     */
    proveedor: z.enum(['lee', 'informado', 'aparte']),
    /** What a provider with a single value has been told. */
    valorProveedor: z.int().nullable(),
    general: Config,
    roles: z.array(
      z.object({
        rolId: z.int(),
        rol: z.string(),
        valor: z.int(),
        /** null: everyone's value holds. */
        propio: Config.nullable(),
        personas: z.int(),
        /** Of them, those for whom another of their roles says something stricter. */
        otroRol: z.int(),
      }),
    ),
  })
  .meta({ id: 'ConfigInForce' })
export type ConfigInForce = z.output<typeof ConfigInForce>

export const configInForce = endpoint('GET', '/config-enviroment/vigente', {
  summary: 'What is in force of a parameter for each role, and why',
  allow: 'parameters.config.read',
  query: z.object({ tipoId: Id }),
  response: ConfigInForce,
  outside: true,
})

const people = <T extends z.ZodRawShape>(more: T) =>
  z.object({
    total: z.int(),
    /** The first 50. */
    de: z.array(Person.extend(more)),
  })
export const ConfigImpact = z
  .object({
    tipoId: z.int(),
    /** In force for the role (or everybody) before and after. */
    antes: z.int(),
    despues: z.int(),
    /** People for whom another value holds afterwards. */
    personas: z.int(),
    /** Their open sessions, and of these the ones that end at their next renewal. */
    sesiones: people({ INICIO: Moment }).extend({ abiertas: z.int() }),
    /** Passwords that would have expired by tomorrow, and would not with the present value. */
    contrasenas: people({ VENCE: Day }),
    /** People who would have to have a second factor and have none. */
    sinFactor: people({ ROLES: z.array(z.int()) }),
  })
  .meta({ id: 'ConfigImpact' })
export type ConfigImpact = z.output<typeof ConfigImpact>

const changes = {
  /** null: for everyone. */
  rolId: Id.nullable().default(null),
  /** A value of null takes a role's own away. */
  valores: z
    .array(z.object({ tipoId: Id, valor: z.int().nullable() }))
    .min(1)
    .max(4),
}
export const simulateConfig = endpoint('POST', '/config-enviroment/simular', {
  summary: 'Whom changes of parameters would hit now; refused as the changes would be',
  allow: 'parameters.config.write',
  body: z.object(changes),
  response: z.array(ConfigImpact),
  outside: true,
})
/** All of them or none. 422 at `valores.{tipoId}`; 409 as above. */
export const setConfigs = endpoint('PATCH', '/config-enviroment/valores', {
  summary: 'Set several parameters of a role, or of everyone, at once',
  allow: 'parameters.config.write',
  body: z.object({
    ...changes,
    valores: z.array(changes.valores.element.extend(seen)).min(1).max(4),
    motivo: z.string().trim().min(10).max(500),
  }),
  response: Done,
  outside: true,
})

export const ConfigChange = z
  .object({
    id: z.int(),
    fecha: Moment,
    tipoId: z.int(),
    /** null: for everyone. */
    rolId: z.int().nullable(),
    /** null: the role had no value of its own before, or has none afterwards. */
    antes: z.int().nullable(),
    despues: z.int().nullable(),
    motivo: z.string(),
    usuario: Person,
  })
  .meta({ id: 'ConfigChange' })
export type ConfigChange = z.output<typeof ConfigChange>

export const listConfigChanges = endpoint('GET', '/config-enviroment/historial', {
  summary: 'Who changed a parameter, when, from what to what; the newest first',
  allow: 'parameters.config.read',
  query: z.object({ ...paging(20), tipoId: Id.optional(), rolId: Id.optional() }),
  response: pageOf(ConfigChange),
})
