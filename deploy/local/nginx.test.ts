import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Fastify from 'fastify'
import { root } from './build.ts'
import { get, hasBrotli, hasNginx, type Nginx, refusal, startNginx } from './nginx.ts'
import { publish } from './release.ts'
import { policy, SILENT_POLICY, serveArea, serveHost } from './static.ts'

if (!hasNginx)
  console.warn(
    'nginx no está instalado: lo que sirve en un despliegue no se prueba (Debian: nginx, libnginx-mod-http-brotli-{filter,static}).',
  )
const withNginx = hasNginx ? describe : describe.skip

const page =
  '<!doctype html><html lang="es"><head><meta name="csp-nonce" content="__NONCE__" /><meta name="areas" content="__AREAS__" /></head><body>Cuadre</body></html>'
const script = `/* ${'cuadre '.repeat(500)} */`
const forever = 'public, max-age=31536000, immutable'
const areas = [
  { id: 'admin', url: 'https://admin.cuadre.example' },
  { id: 'helpdesk', url: 'https://helpdesk.cuadre.example:8443' },
]
const provider = 'https://id.cuadre.example'

let folder: string
const api = Fastify()
let apiUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadre-sites-'))
  await site('host', '1', { 'index.html': page, 'silent-check-sso.html': '<title>Cuadre</title>', 'plain.js': script })
  for (const id of ['1', '2']) await site('admin', id, { 'area.json': announced(id) })
  await writeFile(join(folder, 'areas.json'), JSON.stringify(areas))
  api.get('/api/echo', async ({ url, headers }) => ({ url, headers }))
  for (const path of ['/docs/*', '/api/echo/*']) api.get(path, async ({ url }) => ({ url }))
  api.post('/api/load', async (_, reply) => reply.status(201).send({ loaded: true }))
  api.get('/api/lines', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    reply.raw.write('data: 1\n\n')
  })
  apiUrl = await api.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  api.server.closeAllConnections()
  await api.close()
  await rm(folder, { recursive: true })
})

/** What an area says of a release: its entry is the file that `site` writes. */
const announced = (id: string) =>
  JSON.stringify({
    id: 'admin',
    entry: `main.0000000${id}.js`,
    integrity: `sha384-${createHash('sha384')
      .update(script + id)
      .digest('base64')}`,
  })
async function site(name: string, id: string, files: Record<string, string>) {
  const built = join(folder, 'built', name, id)
  await mkdir(built, { recursive: true })
  for (const [file, text] of Object.entries({ ...files, [`main.0000000${id}.js`]: script + id })) await writeFile(join(built, file), text)
  await publish(name, built, { to: join(folder, name), id })
}

/** What a browser goes by; how the bytes travel is each server's own. */
const told = ({ status, headers }: Awaited<ReturnType<typeof get>>) => {
  const ways =
    /^(date|server|connection|keep-alive|etag|last-modified|content-(type|length|encoding)|transfer-encoding|accept-ranges|vary)$/
  const kept = Object.entries(headers).filter(([name]) => !ways.test(name))
  return { status, ...Object.fromEntries(kept.map(([name, value]) => [name, value.replace(/nonce-[^']+/, 'nonce')])) }
}

withNginx('the host', () => {
  let host: Nginx
  const localHost = Fastify()
  let local: string
  const from = (path: string, headers = {}) => get(host.origin + path, headers)
  const settings = () => ({ AREAS_FILE: join(folder, 'areas.json'), API_URL: apiUrl, AUTH_ORIGIN: provider })
  beforeAll(async () => {
    host = await startNginx('host', join(folder, 'host'), settings())
    await serveHost(localHost, { folder: () => join(folder, 'host'), areas: () => areas, provider })
    local = await localHost.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await host.stop()
    await localHost.close()
  })

  test.each(['/', '/index.html', '/home', '/cuentas/analisis/12?pagina=3'])(
    '%s is the application, with a policy of its own',
    async (path) => {
      const { status, headers, text } = await from(path)
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
      const nonce = /content="([0-9a-f]{32})"/.exec(text)![1]!
      // What the local product is tried with in a browser, and the provider's origin.
      expect(headers['content-security-policy']).toBe(
        policy(
          nonce,
          areas.map(({ url }) => url),
          [provider],
        ),
      )
      for (const said of [text, (await get(`${local}/`)).text])
        expect(said).toContain(`<meta name="areas" content="${areas.map(({ id, url }) => `${id}=${url}`).join(' ')}" />`)
      expect((await from(path)).text).not.toContain(nonce)
    },
  )

  test('pages reach the bucket’s service only where it is named', async () => {
    const connect = async ({ origin }: Nginx) =>
      /connect-src ([^;]+);/.exec((await get(`${origin}/`)).headers['content-security-policy']!)![1]!.split(' ')
    const service = 'https://s3.corporacion.example'
    const other = await startNginx('host', join(folder, 'host'), { ...settings(), FILES_ORIGIN: service })
    try {
      expect(await connect(other)).toEqual([...(await connect(host)), service])
      const wanted = policy(
        'nonce',
        areas.map(({ url }) => url),
        [provider],
        [service],
      )
      expect(told(await get(`${other.origin}/`))).toMatchObject({ 'content-security-policy': wanted.replace(/nonce-[^']+/, 'nonce') })
    } finally {
      await other.stop()
    }
  })

  test('an unknown call is not the application', async () => {
    const { status, text } = await get(`${local}/api/nobody/knows`)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ statusCode: 404 })
  })

  test('a page is never taken from the past: its nonce would not be the policy’s', async () => {
    const first = await from('/')
    expect(first.headers).not.toHaveProperty('etag')
    expect(first.headers).not.toHaveProperty('last-modified')
    // What nginx would have said of the file.
    const { mtimeMs, size } = await stat(join(folder, 'host/index.html'))
    const [at, etag] = [new Date(mtimeMs).toUTCString(), `"${Math.floor(mtimeMs / 1000).toString(16)}-${size.toString(16)}"`]
    for (const known of [{ 'if-modified-since': at }, { 'if-none-match': etag }, { 'if-modified-since': at, 'if-none-match': etag }]) {
      const again = await from('/', known)
      expect(again.status).toBe(200)
      expect(again.headers['content-security-policy']).toContain(/content="(\w+)"/.exec(again.text)![1])
    }
  })

  test('the page of the silent look may be framed by the application, and by nobody else', async () => {
    const { headers } = await from('/silent-check-sso.html')
    expect(headers['content-security-policy']).toBe(SILENT_POLICY)
    const [, run] = /<script>(.*)<\/script>/.exec(await readFile(join(root, 'host/public/silent-check-sso.html'), 'utf8'))!
    expect(SILENT_POLICY).toContain(`'sha256-${createHash('sha256').update(run!).digest('base64')}'`)
    expect(headers).not.toHaveProperty('x-frame-options')
  })

  test.each(['/main.deadbeef.js', '/missing.png', '/.live/index.html', '/.releases/1.json', '/areas.json/x.js'])(
    '%s is not there',
    async (path) => {
      const { status, headers, text } = await from(path)
      expect(status).toBe(404)
      expect(headers['cache-control']).toBe('no-store')
      expect(text).not.toContain('Cuadre')
    },
  )

  test('a hashed file is kept for good and travels compressed', async () => {
    const plain = await from('/main.00000001.js')
    expect(plain.headers).toMatchObject({
      'cache-control': forever,
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    expect(plain.text).toBe(`${script}1`)
    const gzip = await from('/main.00000001.js', { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
    // Once, at release, and not at each request.
    expect(gzip.bytes).toEqual(await readFile(join(folder, 'host/main.00000001.js.gz')))
  })
  const withBrotli = hasBrotli ? test : test.skip
  withBrotli('brotli is preferred where a browser takes it, also for what is compressed on the way', async () => {
    for (const [path, cache] of [
      ['/main.00000001.js', forever],
      ['/plain.js', 'no-cache'],
    ] as const) {
      const { headers, bytes } = await from(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': cache })
      expect(brotliDecompressSync(bytes).toString()).toContain(script)
      if (cache === forever) expect(bytes).toEqual(await readFile(join(folder, `host${path}.br`)))
    }
  })

  test('areas.json is the environment’s, and asked for each time', async () => {
    const { headers, text } = await from('/areas.json')
    expect(JSON.parse(text)).toEqual(areas)
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' })
    expect((await from('/areas.json', { 'if-none-match': headers.etag })).status).toBe(304)
  })

  test('headers keep other sites out', async () => {
    expect((await from('/', { 'x-forwarded-proto': 'https' })).headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      server: 'nginx',
    })
  })

  test.each(['/', '/home', '/silent-check-sso.html', '/main.00000001.js', '/appearance.js', '/areas.json', '/main.deadbeef.js'])(
    '%s has the headers with which it is tried locally',
    async (path) => {
      expect(told(await from(path))).toEqual(told(await get(local + path)))
    },
  )

  test('a compressed file is kept for good too, here as locally', async () => {
    const asked = { 'accept-encoding': 'gzip' }
    for (const { headers } of [await from('/main.00000001.js', asked), await get(`${local}/main.00000001.js`, asked)])
      expect([headers['content-encoding'], headers['cache-control']]).toEqual(['gzip', forever])
  })

  test('the API is beside the pages, and hears who asks', async () => {
    const { headers, text } = await from('/api/echo?a=1&b=%C3%B1', { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer x' })
    expect(JSON.parse(text)).toMatchObject({
      url: '/api/echo?a=1&b=%C3%B1',
      headers: {
        authorization: 'Bearer x',
        host: host.origin.slice('http://'.length),
        'x-forwarded-for': '203.0.113.7, 127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    })
    // The server says itself how long an answer may be kept.
    expect(headers).not.toHaveProperty('cache-control')
  })

  test.each(['/docs/static/swagger-ui.css', '/api/echo/informe.xlsx'])('%s is the server’s, though it looks like a file', async (path) => {
    expect(JSON.parse((await from(path)).text)).toEqual({ url: path })
  })

  test('an open line brings what it has to say at once', async () => {
    const first = await new Promise((resolve, reject) => {
      const asked = request(`${host.origin}/api/lines`, (answer) =>
        answer.once('data', (chunk) => resolve(String(chunk)) ?? asked.destroy()),
      )
      asked.on('error', reject).end()
    })
    expect(first).toBe('data: 1\n\n')
  })

  test('a file over 50 MB is refused as the server refuses it, before it has travelled', async () => {
    const { status, text } = await from('/api/load', {
      method: 'POST',
      'content-length': String(52 * 1024 * 1024),
      'accept-language': 'en',
    })
    expect(status).toBe(413)
    expect(JSON.parse(text)).toEqual({ code: 'file_too_large', message: 'The file is larger than 50 MB.' })
  })

  test('without the API the pages are there, and calls fail in the contract’s words', async () => {
    const alone = await startNginx('host', join(folder, 'host'), { ...settings(), API_URL: 'http://127.0.0.1:9' })
    try {
      expect((await get(`${alone.origin}/home`)).status).toBe(200)
      const { status, headers, text } = await get(`${alone.origin}/api/auth/me`)
      expect([status, headers['content-type'], JSON.parse(text).code]).toEqual([503, 'application/json', 'unavailable'])
      expect(JSON.parse(text).message).toContain('no responde')
    } finally {
      await alone.stop()
    }
  })

  test('the log tells path and state, and no query', async () => {
    await from('/cuentas?buscar=Villalobos')
    expect(host.log()).toMatch(/"method":"GET","path":"\/cuentas","status":200/)
    expect(host.log()).not.toContain('Villalobos')
  })
})

withNginx('an area', () => {
  let area: Nginx
  const from = (path: string, headers = {}) => get(area.origin + path, headers)
  const settings = { HOST_ORIGIN: 'https://cuadre.example' }
  beforeAll(async () => {
    area = await startNginx('admin', join(folder, 'admin'), settings)
  })
  afterAll(() => area.stop())

  test.each(['https://cuadre.example', 'https://evil.example', ''])(
    'only the host’s pages may read it (asked from «%s»)',
    async (origin) => {
      const { headers } = await from('/area.json', origin ? { origin } : {})
      expect(headers['access-control-allow-origin']).toBe('https://cuadre.example')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test.each(['/area.json', '/main.00000001.js', '/main.deadbeef.js'])('%s has the headers with which it is tried locally', async (path) => {
    const local = await serveArea(join(folder, 'admin'), 0, settings.HOST_ORIGIN)
    const { port } = local.server.address() as AddressInfo
    for (const asked of [undefined, { 'accept-encoding': 'gzip' }])
      expect(told(await from(path, asked))).toEqual(told(await get(`http://127.0.0.1:${port}${path}`, asked)))
    await local.close()
  })

  test('area.json is asked for each time, and travels only when it has changed', async () => {
    const { status, headers } = await from('/area.json')
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    const again = await from('/area.json', { 'if-none-match': headers.etag })
    expect([again.status, again.bytes.length, again.headers['cache-control']]).toEqual([304, 0, 'no-cache'])
    expect(again.headers['access-control-allow-origin']).toBe('https://cuadre.example')
  })

  test('the chunks of both releases are there for good, the fixed names are the last one’s', async () => {
    for (const id of [1, 2]) expect((await from(`/main.0000000${id}.js`)).headers['cache-control']).toBe(forever)
    expect((await from('/area.json')).text).toBe(announced('2'))
  })

  test('an older release of the same files is served where its name is given', async () => {
    const older = await startNginx('admin', join(folder, 'admin'), { ...settings, RELEASE: '1' })
    try {
      expect((await get(`${older.origin}/area.json`)).text).toBe(announced('1'))
      for (const id of [1, 2]) expect((await get(`${older.origin}/main.0000000${id}.js`)).status).toBe(200)
    } finally {
      await older.stop()
    }
  })

  test.each(['/', '/usuarios', '/main.deadbeef.js', '/index.html', '/.live/area.json'])(
    '%s is missing, and nothing comes in its place',
    async (path) => {
      const { status, headers } = await from(path)
      expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    },
  )
})

withNginx('settings', () => {
  test.each([
    ['SITE', {}],
    ['HOST_ORIGIN', { SITE: 'admin', HOST_ORIGIN: '' }],
    ['HOST_ORIGIN', { SITE: 'admin', HOST_ORIGIN: 'https://cuadre.example/' }],
    ['HOST_ORIGIN', { SITE: 'admin', HOST_ORIGIN: 'https://a.example"; add_header X y' }],
    ['HOST_ORIGIN', { SITE: 'admin', HOST_ORIGIN: 'https://a.example\nadd_header X y' }],
    ['ROOT', { SITE: 'admin', HOST_ORIGIN: 'https://cuadre.example', ROOT: '/nowhere' }],
    ['LISTEN', { SITE: 'admin', HOST_ORIGIN: 'https://cuadre.example', LISTEN: '8080; x' }],
    ['RELEASE', { SITE: 'admin', HOST_ORIGIN: 'https://cuadre.example', RELEASE: '3' }],
    ['API_URL', { SITE: 'host', API_URL: 'server:4000' }],
    ['AUTH_ORIGIN', { SITE: 'host', API_URL: 'http://server:4000' }],
    [
      'FILES_ORIGIN',
      { SITE: 'host', API_URL: 'http://server:4000', AUTH_ORIGIN: 'https://id.example', FILES_ORIGIN: 'https://s3.example/bucket' },
    ],
  ])('%s is refused by name in %j', (name, settings) => {
    const { status, said } = refusal({
      ROOT: join(folder, 'admin'),
      RUN_DIR: join(folder, 'run'),
      AREAS_FILE: join(folder, 'areas.json'),
      ...settings,
    })
    expect(status).not.toBe(0)
    expect(said).toContain(`${name}: `)
  })

  // Both end up in the page, the address in its policy too.
  test.each([
    [[]],
    [[{ url: 'https://a.example' }]],
    [[{ id: 'admin" onload="x', url: 'https://a.example' }]],
    [[{ id: 'admin', url: 'https://a.example"; x' }]],
  ])('a file that names no area, or one with another name or address than an area may have, is refused: %j', async (areas) => {
    const file = join(folder, 'strange.json')
    await writeFile(file, JSON.stringify(areas, null, 2))
    const { status, said } = refusal({
      SITE: 'host',
      ROOT: join(folder, 'host'),
      RUN_DIR: join(folder, 'run'),
      API_URL: 'http://server:4000',
      AUTH_ORIGIN: 'https://id.example',
      AREAS_FILE: file,
    })
    expect(status).not.toBe(0)
    expect(said).toContain('AREAS_FILE')
  })
})
