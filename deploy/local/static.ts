import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closePromptly, compressAnswers } from '@cuadre/server'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { HASHED } from './compress.ts'

// Names that stay the same over releases are asked for again each time; hashed ones never change.
const cacheOf = (path: string) => (HASHED.test(path.replace(/\.(br|gz)$/, '')) ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Serves one area from its own origin, to pages of the host's origin. */
export async function serveArea(folder: string, port: number, hostOrigin: string): Promise<FastifyInstance> {
  const app = Fastify()
  closePromptly(app)
  app.addHook('onSend', async (_, reply) => {
    reply
      .header('access-control-allow-origin', hostOrigin)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
    // What is not there may be there a moment later.
    if (reply.statusCode >= 400) reply.header('cache-control', 'no-store')
  })
  await compressAnswers(app)
  await app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => reply.header('cache-control', cacheOf(path)),
  })
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

type HostOptions = {
  /** Where its built files are, asked at each request. */
  folder: () => string
  areas: () => { id: string; url: string }[]
  /** Origin of the identity provider, where it is not this one. */
  provider?: string | undefined
  /** Origin of the bucket's service, where browsers fetch files from it. */
  files?: string | undefined
}

/** Of everything that the host's origin serves as a file, as in deploy/nginx/host.conf; the policy is the page's. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The host beside the API: its files, /areas.json, and index.html for every address that a page may have. */
export const serveHost = (app: FastifyInstance, options: HostOptions) => app.register((pages) => servePages(pages, options))

async function servePages(app: FastifyInstance, { folder, areas, provider, files }: HostOptions): Promise<void> {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(HEADERS)
  })
  await app.register(fastifyStatic, {
    root: folder(),
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => reply.header('cache-control', cacheOf(path)),
  })
  app.get('/areas.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(areas()))
  app.get('/*', async (request, reply) => {
    const path = new URL(request.url, 'http://host').pathname
    if (path === '/silent-check-sso.html')
      return reply.header('content-security-policy', SILENT_POLICY).removeHeader('x-frame-options').sendFile('silent-check-sso.html')
    if (path !== '/' && path !== '/index.html' && existsSync(join(folder(), path)) && !path.includes('..'))
      return reply.sendFile(path, folder())
    // A missing file or call is missing; an address of a page is the application.
    if (/\.\w{2,5}$/.test(path) || path.startsWith('/api/')) return reply.header('cache-control', 'no-store').callNotFound()
    const nonce = randomBytes(16).toString('base64')
    const places = areas()
    const origins = places.map(({ url }) => url)
    // Read anew: a release of the host shows without a restart.
    const page = await readFile(join(folder(), 'index.html'), 'utf8')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy(nonce, origins, provider ? [provider] : [], files ? [files] : []))
      .send(page.replace('__NONCE__', nonce).replace('__AREAS__', places.map(({ id, url }) => `${id}=${url}`).join(' ')))
  })
}

/** Of silent-check-sso.html: by its digest its one script, which is waited for at every start. As in deploy/nginx/host.conf. */
export const SILENT_POLICY = "default-src 'none'; script-src 'sha256-JXGej4mPACbE/fP5kuunldJEyMk62sNjNe85DtAcMoU='; frame-ancestors 'self'"

/** Scripts, styles and data only from here, from the areas named in areas.json, and from the provider where it has an origin of its own. */
export const policy = (nonce: string, remotes: string[], provider: string[] = [], files: string[] = []) =>
  [
    "default-src 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // An area's worker: made on the page, its script from the area (below).
    'worker-src blob:',
    `script-src 'self' ${remotes.join(' ')}`,
    `connect-src 'self' ${[...remotes, ...provider, ...files].join(' ')}`,
    `style-src 'self' ${[...remotes, `'nonce-${nonce}'`].join(' ')}`,
    ["frame-src 'self' blob:", ...provider].join(' '),
    "base-uri 'none'",
    ["form-action 'self'", ...provider].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
