import { z } from 'zod'

const Url = (protocols: RegExp) => z.url({ protocol: protocols })
const Seconds = z.coerce.number().int().min(1).max(600)

/** What a deployed server process is told by its environment. */
const Settings = z.object({
  /** PostgreSQL 15 or later. */
  DATABASE_URL: Url(/^postgres(ql)?$/),
  /** Where uploaded files lie; the same place for all processes. */
  DATA_DIR: z.string().min(1),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** The address of the application, for links in mails. */
  WEB_URL: Url(/^https?$/),
  /** The OpenID provider: its address without /realms, the realm, the browser's client, the audience of the API's tokens. */
  AUTH_URL: Url(/^https?$/),
  AUTH_REALM: z.string().min(1).default('corp'),
  AUTH_CLIENT_ID: z.string().min(1).default('cuadre-web'),
  AUTH_AUDIENCE: z.string().min(1).default('corp-api'),
  /** The client of Keycloak whose service account keeps accounts and sessions; without its secret that is done in Keycloak's own administration. */
  AUTH_ADMIN_CLIENT_ID: z.string().min(1).default('cuadre-server'),
  AUTH_ADMIN_SECRET: z.string().min(16).optional(),
  SMTP_URL: Url(/^smtps?$/),
  MAIL_FROM: z.string().min(3),
  /** Who gets what is written to support; every active administrator otherwise. */
  SUPPORT_EMAIL: z.email().optional(),
  /**
   * Whoever administers while there is no active administrator: user name, e-mail and name with commas between. The person signs in at the
   * provider with an account of that verified e-mail.
   */
  FIRST_ADMIN: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.tuple([z.string().min(1), z.email().toLowerCase(), z.string().min(3)]))
    .transform(([username, email, name]) => ({ username, email, name }))
    .optional(),
  /** E-mail domains whose people may ask for an account themselves, with commas between; nobody otherwise. */
  SIGN_UP_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .pipe(z.array(z.hostname()))
    .optional(),
  /** IANA zone in which deadlines are local. */
  CUADRE_ZONE: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'zona'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Address or network of the proxy whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.string().min(1).optional(),
  /** Seconds that open requests may take at the end. */
  SHUTDOWN_SECONDS: Seconds.default(25),
  /** 'production' refuses a database that holds demonstration accounts, and demands a second factor where nobody has decided on it. */
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})
export type Settings = z.output<typeof Settings>

/** Reads the environment. @throws one error that names every setting that is missing or wrong, and never repeats a value (it may be a secret) */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = Settings.safeParse(given)
  if (result.success) return result.data
  const said = result.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return name in given ? `${name}: valor no válido (${es(issue)})` : `${name}: falta`
  })
  throw Object.assign(new Error(`La configuración no está completa:\n- ${said.join('\n- ')}`), { name: 'Plain' })
}

const spanish = z.locales.es().localeError
function es(issue: z.core.$ZodIssue): string {
  if (issue.message === 'zona') return 'no es una zona horaria IANA'
  const said = spanish(issue as Parameters<typeof spanish>[0])
  return typeof said === 'string' ? said : (said?.message ?? issue.code)
}
