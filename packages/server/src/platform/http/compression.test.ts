import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import Fastify from 'fastify'
import { compressAnswers } from './compression.ts'
import { XLSX } from './export.ts'

const app = Fastify()
const rows = Array.from({ length: 200 }, (_, id) => ({ id, CUENTA: `Caja y bancos ${id}` }))
const json = JSON.stringify(rows)
const large = Buffer.alloc(3_000_000, 'a')

beforeAll(async () => {
  await compressAnswers(app)
  app.get('/rows', async (_, reply) => reply.header('vary', 'authorization').header('etag', '"rows"').send(rows))
  app.get('/same', async (_, reply) => reply.status(304).header('etag', '"rows"').send())
  app.get('/short', async () => ({ ok: true }))
  app.get('/page', async (_, reply) => reply.type('text/html; charset=utf-8').send(`<p>${json}`))
  app.get('/large', async (_, reply) => reply.type('application/json').send(Readable.from([large])))
  app.get('/already', async (_, reply) => reply.type('application/json').header('content-encoding', 'br').send(large))
  app.get('/file', async (request, reply) => reply.type((request.query as { type: string }).type).send(Readable.from([large])))
  app.get('/bytes', { compress: false }, async (_, reply) => reply.type('application/octet-stream').send(large))
  app.post('/sent', async ({ body }) => body)
})
afterAll(() => app.close())

const get = (url: string, accept = 'gzip, deflate, br, zstd', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': accept } })

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('to whoever accepts %s an answer of more than 1 kB goes as %s', async (accept, encoding, decompress) => {
  const { headers, rawPayload } = await get('/rows', accept)
  expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(rawPayload.length), etag: '"rows"' })
  expect(headers.vary).toBe('authorization, accept-encoding')
  expect(rawPayload.length).toBeLessThan(json.length / 4)
  expect(decompress(rawPayload).toString()).toBe(json)
})

test('pages too, and what is written while it is sent', async () => {
  expect((await get('/page')).headers['content-encoding']).toBe('zstd')
  const { headers, rawPayload } = await get('/large')
  expect([headers['content-encoding'], headers['content-length']]).toEqual(['zstd', undefined])
  expect(zstdDecompressSync(rawPayload).equals(large)).toBe(true)
})

test.each([
  ['to whoever accepts nothing', '/rows', 'identity'],
  ['a short one', '/short', 'br'],
  ['an event stream', '/file?type=text%2Fevent-stream%3B%20charset%3Dutf-8', 'br'],
  ['a workbook', `/file?type=${encodeURIComponent(XLSX)}`, 'br'],
  ['an archive', '/file?type=application/zip', 'br'],
  ['a picture', '/file?type=image/png', 'br'],
  ['what its route says', '/bytes', 'br'],
])('%s goes as it is', async (_, url, accept) => {
  const { headers, statusCode } = await get(url, accept)
  expect([statusCode, headers['content-encoding']]).toEqual([200, undefined])
})

test('what is compressed already is not compressed again', async () => {
  const { headers, rawPayload } = await get('/already')
  expect([headers['content-encoding'], rawPayload.length]).toEqual(['br', large.length])
})

test('a 304 and an answer to HEAD have no body', async () => {
  const same = await get('/same')
  expect([same.statusCode, same.headers.etag, same.body]).toEqual([304, '"rows"', ''])
  const head = await get('/rows', undefined, 'HEAD')
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, '"rows"', ''])
})

test('a request is not decompressed: a small one could become a huge one', async () => {
  const sent = await app.inject({
    method: 'POST',
    url: '/sent',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from('{"ok":true}'),
  })
  expect(sent.json()).toEqual({ ok: true })
})
