import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIdentity, type IdentityEvent } from '@cuadre/identity'
import {
  CompiledQuery,
  checkInbox,
  createApp,
  type Db,
  fileTransport,
  keycloak,
  mailUnlock,
  openDatabase,
  openStorage,
  outsideCalls,
  passwordDays,
  plain,
  providerLimits,
  secondFactorCompulsory,
  seedBase,
  smtpTransport,
  sql,
  startInbox,
  startMailWorker,
  startScheduledJobs,
  startTransferReturns,
  startWebhooks,
  tellPasswordChanged,
  tokenVerifier,
} from '@cuadre/server'
import { readLocalSettings } from '@cuadre/server/settings'
import type { FastifyInstance } from 'fastify'
import { areas, root } from './build.ts'
import { serveArea, serveHost } from './static.ts'

type StackOptions = {
  port: number
  dataDir: string
  /** The file, outside `dataDir`, with the key that seals the embedded provider's keys; made where it is missing. */
  keyFile?: string | undefined
  databaseUrl?: string | undefined
  smtpUrl?: string | undefined
  /** A folder with the built areas by id; what was built last otherwise. */
  areasDir?: string | undefined
  /** The folder with the built host; likewise. */
  hostDir?: (() => string) | undefined
  /** A Keycloak with the realm of deploy/keycloak instead of the embedded provider, and the secret of its client `cuadre-server`. */
  authUrl?: string | undefined
  authSecret?: string | undefined
  /** Seconds an access token lives; the provider's default otherwise. */
  accessTokenSeconds?: number | undefined
  /** What has to be done before anything of it can be reached. */
  before?: (made: Prepared) => Promise<unknown>
  say?: (text: string) => void
}
/** What there is of the product before it is served. */
export type Prepared = {
  db: Db
  identity: Awaited<ReturnType<typeof embeddedProvider>> | undefined
  issuer: string
  storage: Awaited<ReturnType<typeof openStorage>>
  zone: string
}

/** Beside the data folder, never in it: a copy of the data signs nobody in. */
export const keyFileOf = (dataDir: string) => `${dataDir.replace(/[\\/]+$/, '')}.llave`

/** @throws one sentence for a file that has no key: what it would seal, everybody could open */
export function readKey(path: string): string {
  if (!existsSync(path))
    try {
      writeFileSync(path, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') rmSync(path, { force: true })
      throw error
    }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < SHORTEST_KEY)
    throw plain(`KEY_FILE: en ${path} no hay una llave entera. Póngala de nuevo, o borre el archivo y se hará otra.`)
  return key
}
const KEY_BYTES = 48
const SHORTEST_KEY = 32

const CLIENT = 'cuadre-web'
const AUDIENCE = 'corp-api'

/** The whole product in one process: database, provider, API, host, and the five areas each on a port of its own. */
export async function startStack({
  port,
  dataDir,
  keyFile = keyFileOf(dataDir),
  databaseUrl,
  smtpUrl,
  areasDir,
  hostDir = () => join(root, 'host/dist'),
  authUrl: givenUrl,
  authSecret,
  accessTokenSeconds,
  before,
  say = () => {},
}: StackOptions) {
  // Before anything is made: what is wrong with them is said by name.
  const settings = readLocalSettings({ ...process.env, DATA_DIR: dataDir })
  const authUrl = givenUrl?.replace(/\/$/, '')
  const origin = `http://localhost:${port}`
  const issuer = `${authUrl ?? origin}/realms/corp`
  // Figures, files and mails are for whoever runs this alone, also in a folder of an earlier release.
  const umask = process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
  say('Abriendo la base de datos…')
  const database = await openDatabase({ url: databaseUrl, dataDir })
  const { db } = database
  const stops: (() => Promise<unknown>)[] = [() => database.close(), async () => void process.umask(umask)]
  try {
    await seedBase(db)
    // What happens at the provider stands in the one log, once there is one.
    let log: (event: IdentityEvent) => void = () => {}
    const identity = authUrl
      ? undefined
      : await embeddedProvider(db, { issuer, origin, accessTokenSeconds, sealingKey: readKey(keyFile), log: (event) => log(event) })
    if (identity) await followProvider(db, issuer)

    const storage = await openStorage(settings)
    if (settings.INBOX_DIR) await checkInbox(settings.INBOX_DIR)
    const outside = outsideCalls(settings.WEBHOOK_NETWORKS)
    const zone = settings.CUADRE_ZONE ?? 'America/Sao_Paulo'
    await before?.({ db, identity, issuer, storage, zone })
    const app = await createApp({
      db,
      live: database.live,
      storage,
      outside,
      zone,
      compress: true,
      ...(identity
        ? {
            verifyToken: tokenVerifier({
              issuer,
              audience: AUDIENCE,
              clientId: CLIENT,
              keys: identity.jwks(),
              sessionAlive: identity.sessionAlive,
            }),
            auth: { url: origin, realm: 'corp', clientId: CLIENT },
            identity: { issuer, ...identity.accounts },
            credentials: { issuer, ...identity.credentials },
            services: { issuer, ...identity.clients },
          }
        : keycloak({
            url: authUrl!,
            realm: 'corp',
            clientId: CLIENT,
            audience: AUDIENCE,
            adminClientId: 'cuadre-server',
            adminSecret: authSecret,
          })),
      ...(settings.SIGN_UP_DOMAINS ? { signUpDomains: settings.SIGN_UP_DOMAINS } : {}),
      ...(settings.SUPPORT_EMAIL ? { supportEmail: settings.SUPPORT_EMAIL } : {}),
      log: settings.LOG_LEVEL ? { level: settings.LOG_LEVEL } : undefined,
    })
    log = (event) => app.log.info({ identity: event }, event.type)
    if (identity) await mountIdentity(app, identity.handler)

    const places = areas.map((id, i) => ({ id, url: `http://localhost:${port + 1 + i}` }))
    await serveHost(app, {
      folder: hostDir,
      areas: () => places,
      provider: authUrl && new URL(authUrl).origin,
      files: settings.S3_DOWNLOADS === 'presigned' && settings.S3_ENDPOINT ? new URL(settings.S3_ENDPOINT).origin : undefined,
    })
    await app.listen({ port, host: '127.0.0.1' })
    stops.unshift(() => app.close())

    const servers = new Map<string, FastifyInstance>()
    const startArea = async (id: string) => {
      const { url } = places.find((place) => place.id === id)!
      servers.set(id, await serveArea(areasDir ? join(areasDir, id) : join(root, 'remotes', id, 'dist'), Number(new URL(url).port), origin))
    }
    const stopArea = async (id: string) => {
      await servers.get(id)?.close()
      servers.delete(id)
    }
    /** To the port after the last area's, where areas.json finds it from now on. */
    const moveArea = async (id: string) => {
      await stopArea(id)
      places.find((place) => place.id === id)!.url = `http://localhost:${port + 1 + areas.length}`
      await startArea(id)
    }
    for (const { id } of places) await startArea(id)
    stops.unshift(() => Promise.all([...servers.keys()].map(stopArea)))

    const stopMail = startMailWorker({
      db,
      transport: smtpUrl
        ? smtpTransport(smtpUrl, settings.MAIL_FROM ?? 'cuadre@corporacion.example')
        : fileTransport(join(dataDir, 'mail')),
      everyMs: 2000,
      zone,
      webUrl: origin,
    })
    stops.unshift(stopMail)
    // The stories look at what people cause, not at what the time of day does.
    if (process.env.CUADRE_CLOCK !== 'off') stops.unshift(startScheduledJobs({ db, storage, zone }))
    stops.unshift(startWebhooks({ db, outside }))
    if (settings.INBOX_DIR) stops.unshift(startInbox({ db, storage, live: database.live, zone, folder: settings.INBOX_DIR }))
    stops.unshift(startTransferReturns({ db, zone, everyMs: 600_000 }))

    return {
      origin,
      db,
      app,
      identity,
      issuer,
      storage,
      zone,
      places,
      startArea,
      stopArea,
      moveArea,
      stop: async () => {
        for (const stop of stops) await stop()
      },
    }
  } catch (error) {
    for (const stop of stops) await stop().catch(() => {})
    throw error
  }
}
export type Stack = Awaited<ReturnType<typeof startStack>>

/** The embedded provider moves with PORT, and its accounts with it: people stay tied to them. */
const followProvider = (db: Db, issuer: string) =>
  sql`update identity_link l set iss = ${issuer} where l.iss <> ${issuer} and l.iss ~ '^http://localhost:[0-9]+/realms/corp$'
    and not exists (select from identity_link n where n.iss = ${issuer} and (n.sub = l.sub or n.user_id = l.user_id))`.execute(db)

export function embeddedProvider(
  db: Db,
  {
    issuer,
    origin,
    accessTokenSeconds,
    sealingKey,
    log,
  }: { issuer: string; origin: string; accessTokenSeconds: number | undefined; sealingKey?: string; log: (event: IdentityEvent) => void },
) {
  const ask = async (text: string, params: unknown[] = []) => ({
    rows: (await db.executeQuery(CompiledQuery.raw(text, params))).rows as Record<string, unknown>[],
  })
  return createIdentity({
    issuer,
    clientId: CLIENT,
    audience: AUDIENCE,
    appOrigins: [origin],
    sql: ask,
    rolesOf: async (sub) =>
      (
        await sql<{
          name: string
        }>`select r.name from identity_link l join user_role u on u.user_id = l.user_id join role r on r.id = u.role_id where l.iss = ${issuer} and l.sub = ${sub}`.execute(
          db,
        )
      ).rows.map(({ name }) => name),
    sessionLimits: async () => {
      const { idleMinutes, sessionMinutes } = await providerLimits(db)
      return { idleMinutes, maxMinutes: sessionMinutes }
    },
    passwordDays: (sub) => passwordDays(db, issuer, sub),
    secondFactorCompulsory: (sub) => secondFactorCompulsory(db, issuer, sub),
    passwordChanged: (sub) => tellPasswordChanged(db, issuer, sub),
    locked: (sub) => mailUnlock(db, issuer, sub),
    log,
    ...(sealingKey === undefined ? {} : { sealingKey }),
    ...(accessTokenSeconds ? { accessTokenSeconds } : {}),
  })
}

/** The provider reads its own bodies: nothing of the API's parsing or headers touches its pages. */
async function mountIdentity(app: FastifyInstance, handler: Awaited<ReturnType<typeof createIdentity>>['handler']) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.all('/realms/*', (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
  })
}
