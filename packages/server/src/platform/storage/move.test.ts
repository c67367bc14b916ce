import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { s3Url, testBucket } from '../../lab/testing/bucket.ts'
import { contentPath } from './folder.ts'
import { folderStorage, type Storage, storageOn } from './index.ts'
import { copyToBucket } from './move.ts'
import { s3Store } from './s3.ts'

const onS3 = s3Url ? describe : describe.skip
onS3('the files of a folder go to a bucket', () => {
  let folder: string
  let bucket: Awaited<ReturnType<typeof testBucket>>
  let there: Storage
  const kept = new Map<string, Buffer>()
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cuadre-move-'))
    bucket = await testBucket()
    const scratch = join(folder, 'scratch')
    there = storageOn(s3Store(bucket, scratch), scratch)
    const here = folderStorage(folder)
    kept.clear()
    for (let i = 0; i < 120; i++) {
      const content = randomBytes(1000 + i)
      const upload = await here.receive('x', Readable.from([content]))
      await here.keep(upload)
      await here.drop(upload)
      kept.set(upload.sha256, content)
    }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function expectAllThere(but: readonly string[] = []) {
    for (const [sha256, content] of kept)
      if (but.includes(sha256)) await expect(there.open(sha256)).rejects.toMatchObject({ status: 404 })
      else expect((await buffer(await there.open(sha256))).equals(content)).toBe(true)
  }

  test('stopped in the middle, it goes on where it was', async () => {
    const stop = new AbortController()
    const first = await copyToBucket(folder, bucket, {
      signal: stop.signal,
      onFile: ({ copied }) => {
        if (copied === 40) stop.abort()
      },
    })
    expect(first).toMatchObject({ there: 0, damaged: [], stopped: true })
    expect(first.copied).toBeGreaterThanOrEqual(40)
    expect(first.copied).toBeLessThan(50)
    const second = await copyToBucket(folder, bucket)
    expect(second).toMatchObject({ copied: 120 - first.copied, there: first.copied, damaged: [], stopped: false })
    expect(await copyToBucket(folder, bucket)).toMatchObject({ copied: 0, there: 120, bytes: 0 })
    await expectAllThere()
  })

  test('what is damaged in the folder is named and not copied', async () => {
    const damaged = [...kept.keys()][7]!
    writeFileSync(contentPath(folder, damaged), randomBytes(1007))
    expect(await copyToBucket(folder, bucket)).toMatchObject({
      copied: 119,
      damaged: [`files/${damaged.slice(0, 2)}/${damaged}`],
      stopped: false,
    })
    await expectAllThere([damaged])
  })

  test('what waits to be deleted waits there too', async () => {
    const [used, unused] = [...kept.keys()] as [string, string]
    for (const sha256 of [used, unused]) await folderStorage(folder).discard(sha256)
    await copyToBucket(folder, bucket)
    expect(await there.sweep(new Date(Date.now() + 60_000), async () => new Set([used]))).toBe(1)
    await expectAllThere([unused])
  })

  const command = (settings: Record<string, string>) =>
    spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../../files-to-bucket.ts', import.meta.url))],
      {
        env: { ...process.env, DATA_DIR: folder, ...settings } as NodeJS.ProcessEnv,
      },
    )
  const finished = async (child: ChildProcess) => {
    const [said, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
    return { code: child.exitCode, said: said + errors }
  }

  test('by a command that says its counts, also after it was killed', async () => {
    const { S3_BUCKET, S3_REGION, S3_ENDPOINT } = bucket.settings
    const settings = { S3_BUCKET, S3_REGION, S3_ENDPOINT: S3_ENDPOINT! }
    const killed = command(settings)
    const ended = finished(killed)
    const some = async () => (await copyCount()) > 5
    while (!(await some()) && killed.exitCode === null);
    killed.kill('SIGKILL')
    await ended
    const left = await copyCount()
    expect(left).toBeGreaterThan(5)
    const { code, said } = await finished(command(settings))
    expect(code).toBe(0)
    const [, copied, before] = /^Listo: (\d+) archivos copiados \(0 MB\), (\d+) ya estaban, 0 dañados\.$/m.exec(said)!
    expect(Number(copied) + Number(before)).toBe(120)
    expect(Number(before)).toBeGreaterThanOrEqual(left)
    await expectAllThere()
  }, 60_000)
  async function copyCount() {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
    return (await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.bucket, Prefix: 'files/' }))).KeyCount ?? 0
  }

  test('not without a bucket, or where there is none, or where nothing answers', async () => {
    expect(await finished(command({ S3_BUCKET: '' }))).toEqual({ code: 1, said: expect.stringContaining('S3_BUCKET: falta') })
    const S3_ENDPOINT = s3Url!
    expect(await finished(command({ S3_BUCKET: 'no-hay-tal', S3_ENDPOINT }))).toEqual({
      code: 1,
      said: 'S3_BUCKET: no existe ese depósito.\n',
    })
    expect(await finished(command({ S3_BUCKET: 'no-hay-tal', S3_ENDPOINT: 'http://127.0.0.1:9' }))).toMatchObject({
      code: 1,
      said: expect.stringContaining('El depósito no responde'),
    })
  })
})
