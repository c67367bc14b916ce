import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { s3Url, testBucket } from '../../lab/testing/bucket.ts'
import { lineTo } from '../../lab/testing/line.ts'
import { type TestServer, testServer } from '../../lab/testing/server.ts'
import { type World, world } from '../../lab/testing/world.ts'
import { rows } from '../database/index.ts'
import { storageOn } from './index.ts'
import { checkBucket, openBucket } from './s3.client.ts'
import { s3Store } from './s3.ts'

const onS3 = s3Url ? describe : describe.skip
onS3('with the files in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-away-'))
  const calls: { ms: number; failed: boolean }[] = []
  let line: Awaited<ReturnType<typeof lineTo>>
  let s: TestServer
  let w: World
  /** The latest look whether the service answers. It outlives the answer about readiness, which does not wait for it. */
  let check: Promise<void> | undefined
  beforeAll(async () => {
    line = await lineTo(s3Url!)
    const { settings } = await testBucket()
    const storage = storageOn(
      s3Store(openBucket({ ...settings, S3_ENDPOINT: line.url }, { timeoutMs: 1_000, onCall: (call) => calls.push(call) }), folder),
      folder,
    )
    s = await testServer({
      storage: {
        ...storage,
        check: () => {
          check = storage.check()
          return check
        },
      },
    })
    // A month's work: a balance, workbooks, annexes, templates, groups.
    w = await world(s)
  }, 60_000)
  afterAll(async () => {
    await s.close()
    line.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const counts = () =>
    rows(
      s.db,
      sql`select (select count(*)::int from annex) as annexes, (select count(*)::int from event) as events, (select count(*)::int from outbox) as mails`,
    )
  const pending = async () =>
    (
      await rows(
        s.db,
        sql<{
          id: number
        }>`select id from analysis where analyst_id = ${w.here[ROLE.analista].id} and version = 0 and group_id is null limit 1`,
      )
    )[0]!.id
  const add = (id: number, state: string) =>
    s.call({
      method: 'POST',
      url: `/analysis/${id}/annex`,
      file: { name: 'poder.pdf', content: `%PDF-1.4\n${state}\n%%EOF\n` },
      as: w.here[ROLE.analista],
    })
  const ready = async () => {
    const answer = await s.app.inject('/readyz')
    return { status: answer.statusCode, ...answer.json() }
  }

  test('what people sent is handed out, and shown, from there', async () => {
    const [file] = await rows(s.db, sql<{ id: number }>`select id from analysis_file where name = 'extracto.pdf' limit 1`)
    const answer = await s.call({ url: `/analysis/file/${file!.id}`, as: w.here[3] })
    expect([answer.status, String(answer.body)]).toEqual([200, '%PDF-1.4\nextracto\n%%EOF\n'])
    const [load] = await rows(s.db, sql<{ id: number }>`select id from balance_load limit 1`)
    expect((await s.call({ url: `/balances/file/${load!.id}`, as: w.here[3] })).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 200, ok: true, files: true })
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(['cut', 'silent'] as const)(
    'while the line is %s it is said in Spanish, nothing is half done, and it goes on afterwards',
    async (state) => {
      const id = await pending()
      const before = await counts()
      line.become(state)
      calls.length = 0
      const sent = add(id, state)
      expect(await ready()).toMatchObject({ status: 200, ok: true, files: false })
      const answer = await sent
      expect(answer).toMatchObject({ status: 503, body: { code: 'storage_away', message: expect.stringContaining('Nada quedó a medias') } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(await counts()).toEqual(before)
      expect(readdirSync(folder)).toEqual([])
      await expect(check).rejects.toMatchObject({ code: 'storage_away' })
      expect(calls.length).toBeGreaterThan(1)
      for (const call of calls) expect(call.failed).toBe(true)
      // What needs no file is served meanwhile.
      expect((await s.call({ url: '/analysis', as: w.here[3] })).status).toBe(200)
      line.become('there')
      calls.length = 0
      expect((await add(id, state)).status).toBe(200)
      // That there is no such file yet is an answer, too.
      expect(calls.length).toBeGreaterThan(1)
      for (const call of calls) expect(call.failed).toBe(false)
      expect(await ready()).toMatchObject({ files: true })
    },
  )
})

test('a service that does not answer at start is waited for, wrong settings are not', async () => {
  process.env.AWS_ACCESS_KEY_ID ??= 'test'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test'
  const nowhere = { S3_BUCKET: 'cuadre', S3_REGION: 'us-east-1', S3_ENDPOINT: 'http://127.0.0.1:9' }
  await expect(checkBucket(openBucket(nowhere))).resolves.toBeUndefined()
  if (!s3Url) return
  await expect(checkBucket(openBucket({ ...nowhere, S3_ENDPOINT: s3Url }))).rejects.toThrow('S3_BUCKET: no existe ese depósito.')
})
