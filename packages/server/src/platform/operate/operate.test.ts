import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createApp } from '../../app.ts'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'
import { readLocalSettings, readSettings } from '../../settings.ts'
import { folderStorage } from '../storage/index.ts'

let s: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  s = await testServer({ metricsToken: TOKEN })
  who = await organisation(s)
})
afterAll(() => s.close())

const TOKEN = 'una-clave-de-dieciseis'
test('metrics tell routes and states in Prometheus’ format, without ids in the labels', async () => {
  await s.call({ url: '/country-manager/999', as: who.administrador })
  const answer = await s.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toMatch(
    /cuadre_http_request_duration_seconds_count\{method="GET",route="\/api\/country-manager\/:id",status="404"\} 1\n/,
  )
  expect(answer.body).toMatch(/^cuadre_outbox_waiting 0$/m)
})

test('the contract can be read at /docs, as a page and as JSON', async () => {
  const page = await s.app.inject({ url: '/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/)
  const document = await s.app.inject({ url: '/docs/json' })
  expect(document.json()).toMatchObject({ openapi: '3.1.0', paths: { '/country': expect.anything() } })
})

describe('with a log and a token for metrics', () => {
  const lines: string[] = []
  let app: Awaited<ReturnType<typeof createApp>>
  beforeAll(async () => {
    app = await createApp({
      db: s.db,
      live: s.live,
      storage: folderStorage(s.folder),
      verifyToken: async () => ({
        iss: 'x',
        sub: 'x',
        sid: 'x',
        issuedAt: 0,
        emailVerified: false,
        email: 'ana.secreta@corporacion.example',
      }),
      auth: { url: 'http://localhost', realm: 'corp', clientId: 'cuadre-web' },
      zone: 'utc',
      log: { level: 'info', stream: { write: (line) => lines.push(line) } },
      metricsToken: 'una-clave-de-dieciseis',
    })
  })
  afterAll(() => app.close())

  test('a log line has the request’s id, and neither token, nor query, nor name', async () => {
    const answer = await app.inject({
      url: '/api/user?search=Villalobos',
      headers: { authorization: 'Bearer eyJ-secreto', 'x-request-id': 'proxy-12345678' },
    })
    expect(answer.headers['x-request-id']).toBe('proxy-12345678')
    const log = lines.join('')
    expect(log).toContain('"reqId":"proxy-12345678"')
    expect(log).toContain('"route":"/api/user"')
    expect(log).not.toMatch(/secret|Villalobos|Bearer/)
  })

  test('an id that does not look like one is replaced', async () => {
    const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'a b\u0001' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('metrics ask for their token, and are not there without one', async () => {
    const closed = await testServer()
    expect((await closed.app.inject({ url: '/metrics' })).statusCode).toBe(404)
    await closed.close()

    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(401)
    expect((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer una-clave-de-dieciseis' } })).statusCode).toBe(200)
  })
})

test('a limit is kept in the database: the 121st session opening of a minute is refused, in the caller’s language', async () => {
  const answers = []
  for (let i = 0; i < 121; i++)
    answers.push(await s.call({ method: 'POST', url: '/auth/login', body: {}, as: who.gerencia, language: 'en' }))
  expect(new Set(answers.slice(0, 120).map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers[120]).toMatchObject({ status: 429, body: { code: 'too_many_requests', message: 'Too many requests. Wait a minute.' } })
  // A new token of the same person is the same caller, and so is the same token written in other letters; another person is not.
  const again = { ...who.gerencia, token: await s.sign('gerencia', { jti: 'otro' }) }
  expect((await s.call({ method: 'POST', url: '/auth/login', body: {}, as: again })).status).toBe(429)
  const headers = { authorization: `bEARER ${who.gerencia.token}` }
  expect((await s.call({ method: 'POST', url: '/auth/login', body: {}, headers })).status).toBe(429)
  expect((await s.call({ method: 'POST', url: '/auth/login', body: {}, as: who.auditor })).status).toBe(200)
})

const complete = {
  DATABASE_URL: 'postgres://cuadre@db/cuadre',
  DATA_DIR: '/var/lib/cuadre',
  WEB_URL: 'https://cuadre.corporacion.example',
  AUTH_URL: 'https://id.corporacion.example',
  SMTP_URL: 'smtp://mail:25',
  MAIL_FROM: 'cuadre@corporacion.example',
  CUADRE_ZONE: 'America/Sao_Paulo',
}
test('settings have defaults where one is safe', () => {
  expect(readSettings(complete)).toMatchObject({ PORT: 4000, LOG_LEVEL: 'info', NODE_ENV: 'production', AUTH_REALM: 'corp' })
})
test('nobody signs up unless domains are named', () => {
  expect(readSettings(complete).SIGN_UP_DOMAINS).toBeUndefined()
  expect(readSettings({ ...complete, FIRST_ADMIN: 'sbarrios, Sonia@corporacion.example, Sonia Barrios' }).FIRST_ADMIN).toEqual({
    username: 'sbarrios',
    email: 'sonia@corporacion.example',
    name: 'Sonia Barrios',
  })
  expect(readSettings({ ...complete, SIGN_UP_DOMAINS: 'Corporacion.example, otra.example' }).SIGN_UP_DOMAINS).toEqual([
    'corporacion.example',
    'otra.example',
  ])
})
test.each([
  [{ DATABASE_URL: undefined }, '- DATABASE_URL: falta'],
  [{ DATABASE_URL: 'mysql://u:clave@db' }, '- DATABASE_URL: valor no válido'],
  [{ PORT: 'cuatro' }, '- PORT: valor no válido'],
  [{ CUADRE_ZONE: 'Marte/Olimpo' }, '- CUADRE_ZONE: valor no válido (no es una zona horaria IANA)'],
  [{ FIRST_ADMIN: 'Sonia Barrios' }, '- FIRST_ADMIN: valor no válido'],
  [{ SIGN_UP_DOMAINS: 'corporacion.example, no vale' }, '- SIGN_UP_DOMAINS: valor no válido'],
  [{ METRICS_TOKEN: 'corta' }, '- METRICS_TOKEN: valor no válido'],
  [{ DATA_DIR: ' \n' }, '- DATA_DIR: falta'],
  [{ PORT: '70000' }, '- PORT: valor no válido (no es un número entero entre 0 y 65535)'],
  [{ WEB_URL: 'cuadre.corporacion.example' }, '- WEB_URL: valor no válido (no es una dirección válida que empiece por https:// o http://)'],
  [{ AUTH_URL: 'https://id.corporacion.example/realms/corp' }, '- AUTH_URL: valor no válido (va sin /realms: el reino es AUTH_REALM)'],
  [{ MAIL_FROM: 'cuadre' }, '- MAIL_FROM: valor no válido (no es una dirección de correo)'],
  [
    { FIRST_ADMIN: 'ana,ana@corporacion.example,Ana,Ruiz' },
    '- FIRST_ADMIN: valor no válido (se espera usuario, correo y nombre, con dos comas)',
  ],
  [{ CUADRE_ZONE: '-03:00' }, '- CUADRE_ZONE: valor no válido (no es una zona horaria IANA)'],
  [{ TRUST_PROXY: 'true' }, '- TRUST_PROXY: valor no válido (no son direcciones ni redes con comas entre sí)'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, '- TRUST_PROXY: valor no válido'],
  [{ S3_ENDPOINT: 'https://s3.corporacion.example', S3_BUCKET: ' ' }, '- S3_BUCKET: falta, y está S3_ENDPOINT'],
  [{ S3_DOWNLOADS: 'presigned' }, '- S3_BUCKET: falta'],
  [{ NODE_ENV: 'prod' }, '- NODE_ENV: valor no válido (es production o development o test)'],
])('settings %j are refused by name', (change, said) => {
  const read = () => readSettings({ ...complete, ...change })
  expect(read).toThrow(said)
  expect(read).not.toThrow(/clave|corta|Marte/)
})
test('a setting is taken without the line end that a file of a secret brings along; an empty one is not there', () => {
  const taken = readSettings({
    ...complete,
    METRICS_TOKEN: '0123456789abcdef\n',
    AUTH_ADMIN_SECRET: ' 0123456789abcdef\r\n',
    PORT: ' ',
    S3_BUCKET: '\n',
  })
  expect(taken).toMatchObject({ METRICS_TOKEN: '0123456789abcdef', AUTH_ADMIN_SECRET: '0123456789abcdef', PORT: 4000 })
  expect(taken.S3_BUCKET).toBeUndefined()
})
test.each([
  { CUADRE_ZONE: 'America/Argentina/Buenos_Aires' },
  { CUADRE_ZONE: 'UTC' },
  { MAIL_FROM: 'Cuadre <cuadre@corporacion.example>' },
  { TRUST_PROXY: 'uniquelocal, 192.0.2.1, 10.0.0.0/255.0.0.0, 2001:db8::/32' },
])('settings %j are taken', (change) => {
  expect(readSettings({ ...complete, ...change })).toMatchObject(change)
})
test('what `npm start` does not set itself is refused by name too, before it makes anything', () => {
  expect(readLocalSettings({ DATA_DIR: '/x' })).toEqual({ DATA_DIR: '/x', S3_REGION: 'us-east-1', S3_DOWNLOADS: 'server' })
  expect(() => readLocalSettings({ DATA_DIR: '/x', CUADRE_ZONE: 'Marte/Olimpo', DATABASE_URL: 'hola' })).toThrow(
    /- DATABASE_URL: valor no válido .*\n- CUADRE_ZONE: valor no válido/,
  )
})
