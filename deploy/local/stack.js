import { join } from 'node:path'
import { createIdentity } from '@cuadre/identity'
import { createApp, folderStorage, grantDefaults, openDatabase, sql, tokenVerifier } from '@cuadre/server'
import { areas, root } from './build.ts'
import { serveArea, serveHost } from './static.ts'

const CLIENT = 'cuadre-web'
const AUDIENCE = 'corp-api'
/** The whole product in one process: database, provider, API, host, and the five areas each on a port of its own. */
export async function startStack({ port, dataDir, databaseUrl, smtpUrl, accessTokenSeconds, say = () => {} }) {
  const origin = `http://localhost:${port}`
  const issuer = `${origin}/realms/corp`
  say('Abriendo la base de datos…')
  const database = await openDatabase({ url: databaseUrl, dataDir })
  const { db } = database
  const stops = [() => database.close()]
  try {
    await grantDefaults(db)
    const ask = async (text, params = []) => ({
      rows: (await sql.raw(text, params).execute(db)).rows,
    })
    const identity = await createIdentity({
      issuer,
      clientId: CLIENT,
      audience: AUDIENCE,
      appOrigins: [origin],
      sql: ask,
      rolesOf: async (sub) =>
        (
          await sql`select r.name from identity_link l join user_role u on u.user_id = l.user_id join role r on r.id = u.role_id where l.iss = ${issuer} and l.sub = ${sub}`.execute(
            db,
          )
        ).rows.map(({ name }) => name),
      sessionLimits: async () => {
        const { rows } = await sql`select type_id, value from parameter where role_id is null`.execute(db)
        const of = (type, otherwise) => rows.find((row) => row.type_id === type)?.value ?? otherwise
        return { idleMinutes: of(3, 5) + 5, maxMinutes: of(1, 480) }
      },
      ...(accessTokenSeconds ? { accessTokenSeconds } : {}),
    })
    const storage = folderStorage(dataDir)
    const app = await createApp({
      db,
      storage,
      verifyToken: tokenVerifier({
        issuer,
        audience: AUDIENCE,
        clientId: CLIENT,
        keys: identity.jwks(),
        sessionAlive: identity.sessionAlive,
      }),
      auth: { url: origin, realm: 'corp', clientId: CLIENT },
      zone: process.env.CUADRE_ZONE ?? 'America/Sao_Paulo',
      log: Boolean(process.env.LOG_LEVEL),
    })
    await mountIdentity(app, identity.handler)
    const places = areas.map((id, i) => ({ id, url: `http://localhost:${port + 1 + i}` }))
    await serveHost(app, { folder: join(root, 'host/dist'), publicFolder: join(root, 'host/public'), areas: () => places })
    await app.listen({ port, host: '127.0.0.1' })
    stops.unshift(() => app.close())
    const servers = new Map()
    const startArea = async (id) => {
      servers.set(id, await serveArea(join(root, 'remotes', id, 'dist'), port + 1 + areas.indexOf(id), origin))
    }
    const stopArea = async (id) => {
      await servers.get(id)?.close()
      servers.delete(id)
    }
    for (const { id } of places) await startArea(id)
    stops.unshift(() => Promise.all([...servers.keys()].map(stopArea)))
    return {
      origin,
      db,
      app,
      identity,
      issuer,
      storage,
      places,
      startArea,
      stopArea,
      stop: async () => {
        for (const stop of stops) await stop()
      },
    }
  } catch (error) {
    for (const stop of stops) await stop().catch(() => {})
    throw error
  }
}
/** The provider reads its own bodies: nothing of the API's parsing or headers touches its pages. */
async function mountIdentity(app, handler) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.all('/realms/*', (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
  })
}
