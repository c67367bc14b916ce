import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Person } from '../../lab/testing/server.ts'
import { type Story, story } from '../../workflow/analysis/analysis.fixture.ts'

let s: Story
beforeAll(async () => {
  s = await story([
    { code: '1101', balance: '100.00' },
    { code: '1102', balance: '100.00' },
  ])
})
afterAll(() => s.close())

const get = (url: string, as: Person, etag?: string, language = 'es') =>
  s.call({ url, as, language, ...(etag && { headers: { 'if-none-match': etag } }) })

test.each([
  ['/analysis-metadata/jefatura', 'jefatura'],
  ['/analysis-metadata/jefatura/grouped', 'jefatura'],
  ['/dashboard/analysis-matrix-params', 'control'],
] as const)('%s is answered once, and with 304 and nothing while it stays the same', async (url, who) => {
  const first = await get(url, s.who[who])
  const tag = String(first.headers.etag)
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } })
  expect(first.headers['content-type']).toContain('application/json')
  // A strong ETag, made for this caller only.
  expect(tag).toMatch(/^"[\w-]{43}"$/)
  expect(String(first.headers.vary)).toMatch(/authorization/)
  const again = await get(url, s.who[who], `"other", ${tag}`)
  expect([again.status, String(again.body), again.headers.etag]).toEqual([304, '', tag])
  expect((await get(url, s.who[who], '"other"')).body).toEqual(first.body)
})

test('what changed is sent again', async () => {
  const url = '/analysis-metadata/jefatura'
  const before = await get(url, s.who.jefatura)
  await s.submit('1101')
  const after = await get(url, s.who.jefatura, String(before.headers.etag))
  expect(after).toMatchObject({ status: 200, body: { porDecidir: before.body.porDecidir + 1 } })
  expect(after.headers.etag).not.toBe(before.headers.etag)
})

test('nobody gets a 304 by what somebody else was told, nor without a session', async () => {
  const url = '/dashboard/analysis-matrix-params'
  const { etag } = (await get(url, s.who.control)).headers
  expect((await get(url, s.who.gerencia, String(etag))).status).toBe(200)
  expect((await s.call({ url, headers: { 'if-none-match': String(etag) } })).status).toBe(401)
  expect((await get(url, s.who.analista, String(etag))).status).toBe(403)
  // Only endpoints that declare it have one.
  expect((await get('/analysis', s.who.control)).headers.etag).toBeUndefined()
})
