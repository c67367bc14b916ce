import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { expiringS3Url, s3Url, testBucket } from '../../lab/testing/bucket.ts'
import { type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { type World, world } from '../../lab/testing/world.ts'
import { rows } from '../database/index.ts'
import { storageOn } from './index.ts'
import { openBucket } from './s3.client.ts'
import { contentKey, s3Store } from './s3.ts'

const urls = [s3Url, expiringS3Url].filter((url) => url !== undefined)
const onEach = urls.length > 0 ? describe.each(urls) : describe.skip.each(['none'])
/** What `work` comes to where the clock is so many seconds late. */
async function behind<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const timers = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const
  const timeouts = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const
  jest.useFakeTimers({ now: Date.now() - seconds * 1000, doNotFake: [...timers, ...timeouts] })
  return work().finally(() => jest.useRealTimers())
}
onEach('files that are fetched from the bucket itself, at %s', (url) => {
  const onExpiring = url === expiringS3Url ? test : test.skip
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-presigned-'))
  let s: TestServer
  let w: World
  let file: { id: number; sha256: string }
  let bucket: ReturnType<typeof openBucket>
  beforeAll(async () => {
    const { settings } = await testBucket(url)
    bucket = openBucket({ ...settings, S3_DOWNLOADS: 'presigned' })
    s = await testServer({ storage: storageOn(s3Store(bucket, folder), folder) })
    w = await world(s)
    file = (await rows(s.db, sql<typeof file>`select id, sha256 from analysis_file where name = 'extracto.pdf' limit 1`))[0]!
  }, 60_000)
  afterAll(async () => {
    await s.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = (as: Person | undefined) => s.call({ url: `/analysis/file/${file.id}`, ...(as && { as }) })

  test('have an address for a minute, with name and type, for whoever may read them', async () => {
    const { status, headers } = await ask(w.here[ROLE.jefatura])
    expect(status).toBe(307)
    expect(headers['cache-control']).toBe('no-store')
    const address = new URL(String(headers.location))
    expect([address.searchParams.get('X-Amz-Expires'), address.pathname]).toEqual(['60', `/${bucket.bucket}/${contentKey(file.sha256)}`])
    const answer = await fetch(address)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/pdf',
      '%PDF-1.4\nextracto\n%%EOF\n',
    ])
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''extracto.pdf")
  })

  onExpiring('are given for that minute, and no longer', async () => {
    for (const [seconds, status] of [
      [50, 200],
      [70, 403],
    ] as const) {
      const { headers } = await behind(seconds, () => ask(w.here[ROLE.jefatura]))
      const answer = await fetch(String(headers.location))
      expect([seconds, answer.status]).toEqual([seconds, status])
      expect((await answer.text()).includes('extracto')).toBe(status === 200)
    }
  })

  test('have none for others, and it is no way around the mark on an auditor’s copy', async () => {
    for (const [as, status] of [
      [undefined, 401],
      [w.there[ROLE.jefatura], 404],
    ] as const) {
      const answer = await ask(as)
      expect([answer.status, answer.headers.location]).toEqual([status, undefined])
    }
    const auditor = await ask(w.here[ROLE.auditor])
    // This PDF is no whole one, so it cannot be marked.
    expect([auditor.status, auditor.body.code, auditor.headers.location]).toEqual([409, 'auditor_unmarked', undefined])
  })

  test('that are gone are said to be gone, in Spanish', async () => {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: contentKey(file.sha256) }))
    expect(await ask(w.here[ROLE.jefatura])).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
