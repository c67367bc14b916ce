import { isIP } from 'node:net'
import { z } from 'zod'
import { plain } from './platform/plain.ts'

const Url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `no es una dirección válida que empiece por ${protocols.join(':// o ')}://`,
  })
const Whole = (min: number, max: number) => {
  const error = `no es un número entero entre ${min} y ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const OneOf = <const T extends string>(...values: T[]) => z.enum(values, { error: `es ${values.join(' o ')}` })
const Secret = z.string().min(16, { error: 'necesita 16 caracteres o más' })
/** Also by an older or newer name than the one that is listed; an offset is none. */
const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return !/^[+-]/.test(zone)
  } catch {
    return false
  }
}
/** As the web server's framework reads it: addresses, networks and the names of private ones. */
const isProxy = (text: string) =>
  text.split(',').every((each) => {
    const [address = '', bits = '0', ...rest] = each.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(each.trim())) return true
    const isNetwork = isIP(bits) === 4 || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32))
    return rest.length === 0 && isIP(address) > 0 && isNetwork
  })
const FIRST = { error: 'se espera usuario, correo y nombre, con dos comas' }
const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/
const isSender = (text: string) => ADDRESS.test(text) || ADDRESS.test(/^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? '')

/** Where files lie. */
const Files = z.object({
  /** Folder for uploaded files; the same for all processes, unless there is a bucket. */
  DATA_DIR: z.string().min(1),
  /** A bucket for the files instead; DATA_DIR is then for files on their way, of this process alone. Keys come as Amazon's programs find theirs. */
  S3_BUCKET: z
    .string()
    .regex(/^.{3,63}$/, { error: 'tiene entre 3 y 63 caracteres' })
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Of a service other than Amazon's own. */
  S3_ENDPOINT: Url('https', 'http').optional(),
  /** Encryption at rest by the service; otherwise the bucket's own rule holds. */
  S3_ENCRYPTION: OneOf('AES256', 'aws:kms').optional(),
  S3_KMS_KEY: z.string().min(1).optional(),
  /** Who hands files out: this server, or the bucket's service itself at an address that serves for a minute (browsers have to reach it). */
  S3_DOWNLOADS: OneOf('server', 'presigned').default('server'),
})

/** Environment variables of a deployed server process. */
const Settings = z.object({
  /** PostgreSQL 15 or later. */
  DATABASE_URL: Url('postgres', 'postgresql'),
  /** Address of the same database without the pooler (PgBouncer in transaction mode) that DATABASE_URL may be. */
  DATABASE_SESSION_URL: Url('postgres', 'postgresql').optional(),
  /** A streaming replica of it, for dashboards, statistics, histories and exports while it has what was committed. */
  READ_DATABASE_URL: Url('postgres', 'postgresql').optional(),
  ...Files.shape,
  /** 0 is a free one, which the log tells. */
  PORT: Whole(0, 65_535).default(4000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Address of the application, for links in mails. */
  WEB_URL: Url('https', 'http'),
  /** The OpenID provider: its address without /realms, the realm, the browser's client id, the audience of the API's tokens. */
  AUTH_URL: Url('https', 'http').refine((url) => !/\/realms(\/|$)/.test(url), { error: 'va sin /realms: el reino es AUTH_REALM' }),
  AUTH_REALM: z.string().min(1).default('corp'),
  AUTH_CLIENT_ID: z.string().min(1).default('cuadre-web'),
  AUTH_AUDIENCE: z.string().min(1).default('corp-api'),
  /** Keycloak client whose service account manages users and sessions; without its secret they are managed in Keycloak's own console. */
  AUTH_ADMIN_CLIENT_ID: z.string().min(1).default('cuadre-server'),
  AUTH_ADMIN_SECRET: Secret.optional(),
  /** A folder in which each program has one of its name for the balance files that it leaves; the same for all processes. */
  INBOX_DIR: z.string().min(1).optional(),
  /** Private networks (CIDR, separated by commas) that webhooks may call, also without TLS; none by default. */
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: 'no son redes (CIDR) con comas entre sí' })))
    .optional(),
  SMTP_URL: Url('smtp', 'smtps'),
  /** An address, also as `Name <address>`. */
  MAIL_FROM: z.string().refine(isSender, { error: 'no es una dirección de correo' }),
  /** Recipient of messages to support; by default every active administrator. */
  SUPPORT_EMAIL: z.email({ error: 'no es una dirección de correo' }).optional(),
  /**
   * The administrator to create while there is no active one: user name, e-mail and name, separated by commas. They sign in at the provider
   * with an account of that verified e-mail.
   */
  FIRST_ADMIN: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1, FIRST), z.email(FIRST).toLowerCase(), z.string().min(3, FIRST)], FIRST))
    .transform(([username, email, name]) => ({ username, email, name }))
    .optional(),
  /** E-mail domains whose people may register themselves, separated by commas; nobody by default. */
  SIGN_UP_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .pipe(z.array(z.hostname({ error: 'no son dominios de correo con comas entre sí' })))
    .optional(),
  /** IANA zone in which deadlines are local. */
  CUADRE_ZONE: z.string().refine(isZone, { error: 'no es una zona horaria IANA' }),
  LOG_LEVEL: OneOf('fatal', 'error', 'warn', 'info', 'debug').default('info'),
  METRICS_TOKEN: Secret.optional(),
  /** Statements that take so many milliseconds or longer are logged with the id of their request. */
  SLOW_STATEMENT_MS: Whole(0, 600_000).default(1000),
  /** Addresses or networks of the proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z.string().refine(isProxy, { error: 'no son direcciones ni redes con comas entre sí' }).optional(),
  /** Seconds that open requests may take during shutdown. */
  SHUTDOWN_SECONDS: Whole(1, 600).default(25),
  /** 'production' refuses a database with demo accounts, and makes the second factor compulsory unless that parameter is set. */
  NODE_ENV: OneOf('production', 'development', 'test').default('production'),
})

/** What `npm start` takes of them: it has the rest itself. */
const Local = Settings.pick({
  DATABASE_URL: true,
  AUTH_URL: true,
  AUTH_ADMIN_SECRET: true,
  INBOX_DIR: true,
  WEBHOOK_NETWORKS: true,
  SMTP_URL: true,
  MAIL_FROM: true,
  SUPPORT_EMAIL: true,
  SIGN_UP_DOMAINS: true,
  CUADRE_ZONE: true,
})
  .partial()
  .extend({ ...Files.shape, LOG_LEVEL: Settings.shape.LOG_LEVEL.unwrap().optional() })

/** Whoever says any of these wants the files in a bucket: in a folder, which may go with the process, they would be in silence. */
const OF_BUCKET = Object.keys(Files.shape).filter((name) => name.startsWith('S3_') && name !== 'S3_BUCKET')

type Environment = Record<string, string | undefined>
export const readSettings = (environment: Environment) => read(Settings, environment)
export const readFileSettings = (environment: Environment) => read(Files, environment)
export const readLocalSettings = (environment: Environment) => read(Local, environment)

/**
 * Without the spaces and line ends around a value, which files of secrets bring along.
 * @throws an error that names every missing or invalid setting, without its value (it may be a secret)
 */
function read<T extends z.ZodObject>(schema: T, environment: Environment): z.output<T> {
  const provided = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])))
  const result = schema.safeParse(provided)
  const alone = 'S3_BUCKET' in provided ? undefined : OF_BUCKET.find((name) => name in provided)
  if (result.success && !alone) return result.data
  const said = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    return name in provided ? `${name}: valor no válido (${issue.message})` : `${name}: falta`
  })
  if (alone) said.push(`S3_BUCKET: falta, y está ${alone}: los archivos quedarían en DATA_DIR`)
  throw plain(`La configuración no está completa:\n- ${[...new Set(said)].join('\n- ')}`)
}
