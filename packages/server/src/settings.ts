import { z } from 'zod'

const Url = (protocols: RegExp) => z.url({ protocol: protocols })
const Seconds = z.coerce.number().int().min(1).max(600)

/** Where files lie. */
const Files = z.object({
  /** Folder for uploaded files; the same for all processes, unless there is a bucket. */
  DATA_DIR: z.string().min(1),
  /** A bucket for the files instead; DATA_DIR is then for files on their way, of this process alone. Keys come as Amazon's programs find theirs. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Of a service other than Amazon's own. */
  S3_ENDPOINT: Url(/^https?$/).optional(),
  /** Encryption at rest by the service; otherwise the bucket's own rule holds. */
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms']).optional(),
  S3_KMS_KEY: z.string().min(1).optional(),
  /** Who hands files out: this server, or the bucket's service itself at an address that serves for a minute (browsers have to reach it). */
  S3_DOWNLOADS: z.enum(['server', 'presigned']).default('server'),
})

/** Environment variables of a deployed server process. */
const Settings = z.object({
  /** PostgreSQL 15 or later. */
  DATABASE_URL: Url(/^postgres(ql)?$/),
  /** Address of the same database without the pooler (PgBouncer in transaction mode) that DATABASE_URL may be. */
  DATABASE_SESSION_URL: Url(/^postgres(ql)?$/).optional(),
  /** A streaming replica of it, for dashboards, statistics, histories and exports while it has what was committed. */
  READ_DATABASE_URL: Url(/^postgres(ql)?$/).optional(),
  ...Files.shape,
  /** 0 is a free one, which the log tells. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Address of the application, for links in mails. */
  WEB_URL: Url(/^https?$/),
  /** The OpenID provider: its address without /realms, the realm, the browser's client id, the audience of the API's tokens. */
  AUTH_URL: Url(/^https?$/),
  AUTH_REALM: z.string().min(1).default('corp'),
  AUTH_CLIENT_ID: z.string().min(1).default('cuadre-web'),
  AUTH_AUDIENCE: z.string().min(1).default('corp-api'),
  /** Keycloak client whose service account manages users and sessions; without its secret they are managed in Keycloak's own console. */
  AUTH_ADMIN_CLIENT_ID: z.string().min(1).default('cuadre-server'),
  AUTH_ADMIN_SECRET: z.string().min(16).optional(),
  /** A folder in which each program has one of its name for the balance files that it leaves; the same for all processes. */
  INBOX_DIR: z.string().min(1).optional(),
  /** Private networks (CIDR, separated by commas) that webhooks may call, also without TLS; none by default. */
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])))
    .optional(),
  SMTP_URL: Url(/^smtps?$/),
  MAIL_FROM: z.string().min(3),
  /** Recipient of messages to support; by default every active administrator. */
  SUPPORT_EMAIL: z.email().optional(),
  /**
   * The administrator to create while there is no active one: user name, e-mail and name, separated by commas. They sign in at the provider
   * with an account of that verified e-mail.
   */
  FIRST_ADMIN: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1), z.email().toLowerCase(), z.string().min(3)]))
    .transform(([username, email, name]) => ({ username, email, name }))
    .optional(),
  /** E-mail domains whose people may register themselves, separated by commas; nobody by default. */
  SIGN_UP_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .pipe(z.array(z.hostname()))
    .optional(),
  /** IANA zone in which deadlines are local. */
  CUADRE_ZONE: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'zona'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Statements that take so many milliseconds or longer are logged with the id of their request. */
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(600_000).default(1000),
  /** Address or network of the proxy whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z.string().min(1).optional(),
  /** Seconds that open requests may take during shutdown. */
  SHUTDOWN_SECONDS: Seconds.default(25),
  /** 'production' refuses a database with demo accounts, and makes the second factor compulsory unless that parameter is set. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

type Environment = Record<string, string | undefined>
export const readSettings = (environment: Environment) => read(Settings, environment)
export const readFileSettings = (environment: Environment) => read(Files, environment)

/** @throws an error that names every missing or invalid setting, without its value (it may be a secret) */
function read<T extends z.ZodObject>(schema: T, environment: Environment): z.output<T> {
  const provided = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(provided)
  if (result.success) return result.data
  const said = result.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return name in provided ? `${name}: valor no válido (${es(issue)})` : `${name}: falta`
  })
  throw Object.assign(new Error(`La configuración no está completa:\n- ${said.join('\n- ')}`), { name: 'Plain' })
}

const spanish = z.locales.es().localeError
function es(issue: z.core.$ZodIssue): string {
  if (issue.message === 'zona') return 'no es una zona horaria IANA'
  const said = spanish(issue as Parameters<typeof spanish>[0])
  return typeof said === 'string' ? said : (said?.message ?? issue.code)
}
