import { z } from 'zod'
import { endpoint, file } from './endpoint.ts'
import { Done, Id } from './shapes.ts'

/** Where the browser finds its identity provider, and whether people may ask for an account themselves (`/sign-up`). */
const AuthConfig = z.object({ url: z.string(), realm: z.string(), clientId: z.string(), signUp: z.boolean() }).meta({ id: 'AuthConfig' })

export const UserType = z
  .object({ COD_TIPO_USUARIO: z.int(), TIPO_USUARIO: z.string() })
  .meta({ id: 'UserType', description: 'Role record (user type)' })

/** How the application looks (specification §9 gives the defaults): theme, colour and its level, size of controls, direction, layout. */
export const Appearance = z
  .object({
    theme: z.enum(['light', 'dark']),
    accent: z.enum(['indigo', 'blue', 'teal', 'green', 'orange', 'red', 'purple', 'gray']),
    level: z.literal([400, 500, 600, 700, 800]),
    size: z.enum(['xs', 'sm', 'md', 'lg']),
    dir: z.enum(['ltr', 'rtl']),
    layout: z.enum(['classic', 'modern', 'stacked', 'simple', 'decked', 'blank']),
    /** Whether single keys are shortcuts (WCAG 2.1.4); they are unless it says no. */
    shortcuts: z.boolean().optional(),
  })
  .meta({ id: 'Appearance' })
export type Appearance = z.output<typeof Appearance>

/** A picture of a person: a PNG, JPEG or WebP of at most so many bytes and pixels a side. It travels with `Me`. */
export const AVATAR = { bytes: 256 * 1024, side: 512 } as const

export const Me = z
  .object({
    id: z.int(),
    NOMBRE: z.string(),
    USUARIO: z.string(),
    email: z.string(),
    /** A data URL. */
    avatar: z.string().nullable(),
    /** They have a signature image (`/user/firmas/:id`). */
    FIRMA: z.boolean(),
    /** The active role. */
    SPC_TIPO_USUARIOS: UserType,
    roles: z.array(UserType),
    permissions: z.array(z.string()),
    source: z.enum(['user', 'role']),
    ID_PAIS: z.int().nullable(),
    PAIS: z.string().nullable(),
    ID_NEGOCIO: z.int().nullable(),
    NEGOCIO: z.string().nullable(),
    locale: z.enum(['es', 'en']),
    /** Null until they have chosen. */
    appearance: Appearance.nullable(),
    /** Minutes without activity after which the browser signs out. */
    inactivityMinutes: z.int(),
    /** IANA zone in which moments are shown: that of the businesses in scope where all keep the same, else the server's. */
    ZONA: z.string(),
  })
  .meta({ id: 'Me' })
export type Me = z.output<typeof Me>

/** In the answer to whoever is signed in: role, country and business that it was made for. They are the person's, so another device may have switched them. */
export const CONTEXT_HEADER = 'x-context'
export const contextOf = (role: number, country: number | null, business: number | null) => [role, country ?? 0, business ?? 0].join('/')

export const authConfig = endpoint('GET', '/auth/config', {
  summary: 'Where to sign in',
  // Needed before anyone is signed in.
  allow: 'public',
  response: AuthConfig,
})

/**
 * Opens the application's session from the provider's access token, which comes as the bearer (identity notes §3). While the second factor
 * that the caller needs has not been shown: `2FAEnabled`, where there is one, which the provider asks for (acr 2); `qrCodeUrl`, where one
 * is still to be enrolled here.
 */
export const login = endpoint('POST', '/auth/login', {
  summary: 'Open the session of the bearer of a token of the provider',
  allow: 'signed-in',
  beforeSecondFactor: true,
  body: z.object({ idToken: z.string().max(20_000).optional() }),
  response: z.object({
    token: z.string(),
    user: Me,
    rolId: z.int(),
    rol: z.string(),
    '2FAEnabled': z.boolean(),
    userId: z.int(),
    /** Nobody has opened a session of this user before. */
    firstLogin: z.boolean(),
    /** A data URL. */
    qrCodeUrl: z.string().nullable(),
  }),
})

export const getMe = endpoint('GET', '/me', {
  summary: 'The signed-in user, its role, permissions and context',
  allow: 'signed-in',
  response: Me,
})

const Country = z.object({ ID_PAIS: z.int(), PAIS: z.string(), RUTA_IMAGEN: z.string().nullable() })
const Business = z.object({
  ID_NEGOCIO: z.int(),
  NEGOCIO: z.string(),
  ID_PAIS: z.int(),
  /** Of the country; null while it is not active, and cannot be chosen. */
  PAIS: z.string().nullable(),
})

export const myCountries = endpoint('GET', '/me/countries', {
  summary: 'Countries in my scope',
  allow: 'signed-in',
  response: z.array(Country),
})
export const myBusinesses = endpoint('GET', '/me/business', {
  summary: 'Businesses in my scope',
  allow: 'signed-in',
  query: z.object({ countryId: Id.optional() }),
  response: z.array(Business),
})
export const mySubManagements = endpoint('GET', '/me/subgerencias', {
  summary: 'Sub-managements in my scope',
  allow: 'signed-in',
  response: z.array(z.object({ COD_SUB_GERENCIA: z.int(), NOMBRE_SUB_GERENCIA: z.string() })),
})
export const myDepartments = endpoint('GET', '/me/departaments', {
  summary: 'Departments in my scope',
  allow: 'signed-in',
  response: z.array(z.object({ COD_DEPARTAMENTO: z.int(), DEPARTAMENTO: z.string(), ID_NEGOCIO: z.int() })),
})
/** Narrows everything the user sees; null widens again. */
export const setContext = endpoint('POST', '/me/setBusinessAndCountry', {
  summary: 'Choose the country and business to work in',
  allow: 'signed-in',
  body: z.object({ ID_PAIS: z.int().nullable(), ID_NEGOCIO: z.int().nullable() }),
  response: Me,
})
export const setActiveRole = endpoint('PATCH', '/user/set-rol-activo', {
  summary: 'Switch the active role to another of my roles',
  allow: 'signed-in',
  body: z.object({ rolId: Id }),
  response: Me,
})
export const setLocale = endpoint('POST', '/me/locale', {
  summary: 'Keep the language of the signed-in user',
  allow: 'signed-in',
  body: z.object({ locale: z.enum(['es', 'en']) }),
  response: Done,
})
export const setAppearance = endpoint('POST', '/me/appearance', {
  summary: 'Keep how the application looks to the signed-in user',
  allow: 'signed-in',
  body: Appearance,
  response: Done,
})
/** 422 for what is not a whole PNG, JPEG or WebP of 256 kB and 512 pixels a side at most, by content. */
export const setAvatar = endpoint('POST', '/me/avatar', {
  summary: 'Set my picture',
  allow: 'signed-in',
  multipart: true,
  body: z.object({ file: file() }),
  response: Done,
})
/** What a browser measures of a page (web-vitals): seconds until its main content stood, seconds until it answered a touch, how much of it moved by itself. */
export const PAGE_TIMINGS = ['LCP', 'INP', 'CLS'] as const
export const sendTimings = endpoint('POST', '/me/timings', {
  summary: 'Tell how quick the pages were that I opened: for the metrics of the server, kept with nobody',
  allow: 'signed-in',
  body: z.object({
    medidas: z
      .array(
        z.object({
          nombre: z.enum(PAGE_TIMINGS),
          /** The first segment of the page's address. */
          seccion: z
            .string()
            .regex(/^\/[a-z-]{1,40}$/)
            .meta({ examples: ['/seccion'] }),
          valor: z.number().min(0).max(3600),
        }),
      )
      .min(1)
      .max(50),
  }),
  response: Done,
  rate: 30,
})
export const removeAvatar = endpoint('DELETE', '/me/avatar', {
  summary: 'Remove my picture',
  allow: 'signed-in',
  response: Done,
})
