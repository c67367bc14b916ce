import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectAttributesCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { s3Url, testBucket } from '../../lab/testing/bucket.ts'
import { contentPath, folderStore } from './folder.ts'
import { storageOn, withCopy } from './index.ts'
import { contentKey, s3Store } from './s3.ts'
import type { Store } from './store.ts'

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const later = () => new Date(Date.now() + 60_000)

type Made = { store: Store; damage: (sha256: string, content: Buffer) => unknown }
const STORES: Record<string, (folder: string) => Promise<Made>> = {
  'a folder': async (folder) => ({
    store: folderStore(folder),
    damage: (sha256, content) => writeFileSync(contentPath(folder, sha256), content),
  }),
  'a bucket': async (folder) => {
    const bucket = await testBucket()
    return {
      store: s3Store(bucket, join(folder, 'incoming')),
      damage: (sha256, Body) => bucket.client.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: contentKey(sha256), Body })),
    }
  },
}
const available = Object.entries(STORES).filter(([name]) => name === 'a folder' || s3Url)

describe.each(available)('in %s', (_, make) => {
  let folder: string
  let made: Made
  let storage: ReturnType<typeof storageOn>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cuadre-stores-'))
    made = await make(folder)
    storage = storageOn(made.store, join(folder, 'incoming'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const put = async (content: Buffer) => {
    const upload = await storage.receive('x.pdf', Readable.from([content]))
    await storage.keep(upload).finally(() => storage.drop(upload))
    return upload.sha256
  }
  const read = async (sha256: string) => buffer(await storage.open(sha256))
  const isThere = (sha256: string) =>
    read(sha256).then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ status: 404 })
        return false
      },
    )
  const bytesOnTheWay = () => (existsSync(join(folder, 'incoming')) ? readdirSync(join(folder, 'incoming')) : [])

  test.each([0, 1, 1_000_000, 20_000_000])('a file of %d bytes comes back as it was, and again', async (size) => {
    const content = randomBytes(size)
    const sha256 = await put(content)
    await put(content)
    expect((await read(sha256)).equals(content)).toBe(true)
    expect(bytesOnTheWay()).toEqual([])
  })

  test('a file that was never kept is not found, nor is a copy of it', async () => {
    const sha256 = sumOf(randomBytes(8))
    await expect(storage.open(sha256)).rejects.toMatchObject({ status: 404 })
    await expect(storage.copy(sha256)).rejects.toMatchObject({ status: 404 })
  })

  test('a copy is a file of this machine that is gone after use, also after an error', async () => {
    const content = randomBytes(3000)
    const sha256 = await put(content)
    const seen = await withCopy(storage, sha256, async (path) => buffer((await import('node:fs')).createReadStream(path)))
    expect(seen.equals(content)).toBe(true)
    const failing = withCopy(storage, sha256, async () => {
      throw new Error('unreadable')
    })
    await expect(failing).rejects.toThrow('unreadable')
    expect(bytesOnTheWay()).toEqual([])
    expect(await isThere(sha256)).toBe(true)
  })

  test('a file with other bytes is neither handed out nor copied as if it were the one', async () => {
    const content = randomBytes(3000)
    const sha256 = await put(content)
    await made.damage(sha256, randomBytes(3000))
    await expect(read(sha256)).rejects.toThrow('damaged')
    await expect(storage.copy(sha256)).rejects.toThrow('damaged')
    expect(bytesOnTheWay()).toEqual([])
  })

  test('a file that was cut short is written again when it comes again', async () => {
    const content = randomBytes(3000)
    const sha256 = await put(content)
    await made.damage(sha256, content.subarray(0, 100))
    await put(content)
    expect((await read(sha256)).equals(content)).toBe(true)
  })

  test('what was discarded is deleted once nothing uses it, and not before', async () => {
    const [used, unused, young] = [await put(randomBytes(10)), await put(randomBytes(10)), await put(randomBytes(10))]
    await storage.discard(used)
    await storage.discard(unused)
    await storage.discard(young)
    expect(await storage.sweep(new Date(0), async () => new Set())).toBe(0)
    expect(await storage.sweep(later(), async (asked) => new Set(asked.filter((one) => one !== unused)))).toBe(1)
    expect(await Promise.all([used, unused, young].map(isThere))).toEqual([true, false, true])
    expect(await storage.sweep(later(), async () => new Set())).toBe(0)
  })

  test('content that is kept again, before or while it is swept, stays', async () => {
    const [before, during] = [randomBytes(10), randomBytes(10)]
    const contents = [await put(before), await put(during)]
    await Promise.all(contents.map((sha256) => storage.discard(sha256)))
    await put(before)
    const gone = await storage.sweep(later(), async () => {
      await put(during)
      return new Set()
    })
    expect([gone, ...(await Promise.all(contents.map(isThere)))]).toEqual([0, true, true])
  })

  test('what a process that was killed had moved away is there again, unless nothing wants it', async () => {
    const [wanted, unwanted] = [await put(randomBytes(10)), await put(randomBytes(10))]
    await storage.discard(unwanted)
    await storage.discard(wanted)
    for (const sha256 of [wanted, unwanted]) expect(await made.store.marks.setAside(sha256)).toBe(true)
    expect(await Promise.all([wanted, unwanted].map(isThere))).toEqual([false, false])
    expect(await storage.sweep(later(), async () => new Set([wanted]))).toBe(1)
    expect(await Promise.all([wanted, unwanted].map(isThere))).toEqual([true, false])
  })

  const pieces = (...all: Buffer[]) => Readable.from(all)
  test('an upload comes in pieces, goes on where it was, and is taken as one file', async () => {
    const content = randomBytes(100_000)
    const id = `${sumOf(content)}-${content.length}`
    const { uploads } = storage
    expect(await uploads.received(7, id)).toBe(0)
    await expect(uploads.take(7, id, 'x')).rejects.toMatchObject({ status: 404 })
    expect(await uploads.append(7, id, 0, pieces(content.subarray(0, 400), content.subarray(400, 9_000)))).toBe(9_000)
    await expect(uploads.append(7, id, 100, pieces(content.subarray(100)))).rejects.toMatchObject({
      status: 409,
      current: { RECIBIDO: 9_000 },
    })
    await expect(uploads.take(7, id, 'x')).rejects.toMatchObject({ status: 409, current: { RECIBIDO: 9_000 } })
    expect(await uploads.append(7, id, 9_000, pieces(content.subarray(9_000, 10_000)))).toBe(10_000)
    expect(await uploads.append(7, id, 10_000, pieces(content.subarray(10_000)))).toBe(100_000)
    expect(await uploads.received(8, id)).toBe(0)
    const upload = await uploads.take(7, id, 'saldos.csv')
    expect(upload).toMatchObject({ name: 'saldos.csv', size: 100_000, sha256: sumOf(content) })
    await storage.drop(upload)
    expect(bytesOnTheWay()).toEqual([])
  })

  test('of two calls that append the same bytes at once, one counts', async () => {
    const content = randomBytes(1000)
    const id = `${sumOf(content)}-${content.length}`
    const results = await Promise.allSettled([1, 2, 3].map(() => storage.uploads.append(7, id, 0, pieces(content))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 1000 }])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, current: { RECIBIDO: 1000 } })
  })

  test('bytes that came before the line broke stay', async () => {
    const content = randomBytes(1000)
    const id = `${sumOf(content)}-${content.length}`
    async function* broken() {
      yield content.subarray(0, 300)
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    }
    await expect(storage.uploads.append(7, id, 0, broken())).rejects.toMatchObject({ status: 422, code: 'form_malformed' })
    expect(await storage.uploads.received(7, id)).toBe(300)
  })

  test('an upload that is not what it was said to be is forgotten, and so is an old one', async () => {
    const [wrong, old] = [`${sumOf(randomBytes(9))}-100`, `${sumOf(randomBytes(9))}-100`]
    await storage.uploads.append(7, wrong, 0, pieces(randomBytes(100)))
    await expect(storage.uploads.take(7, wrong, 'x')).rejects.toMatchObject({ status: 404, code: 'upload_gone' })
    await storage.uploads.append(7, old, 0, pieces(randomBytes(50)))
    await storage.uploads.forget(new Date(0))
    expect([await storage.uploads.received(7, wrong), await storage.uploads.received(7, old)]).toEqual([0, 50])
    await storage.uploads.forget(later())
    expect(await storage.uploads.received(7, old)).toBe(0)
  })

  test('of one person’s uploads the last twenty stay', async () => {
    const ids = Array.from({ length: 21 }, () => `${sumOf(randomBytes(9))}-100`)
    for (const id of ids) await storage.uploads.append(9, id, 0, pieces(randomBytes(10)))
    const there = await Promise.all(ids.map((id) => storage.uploads.received(9, id)))
    expect(there.filter((n) => n === 10)).toHaveLength(20)
    expect(there.at(-1)).toBe(10)
  })

  test('it can be asked whether files can be reached', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})

const onS3 = s3Url ? describe : describe.skip
onS3('the objects of a bucket', () => {
  test.each([
    ['at once', 1_000, undefined],
    ['in parts', 20_000_000, 3],
  ])('are sent %s with the SHA-256 and encrypted at rest', async (_, size, parts) => {
    const bucket = await testBucket()
    const folder = mkdtempSync(join(tmpdir(), 'cuadre-stores-'))
    try {
      const storage = storageOn(s3Store(bucket, folder), folder)
      const upload = await storage.receive('x', Readable.from([randomBytes(size)]))
      await storage.keep(upload)
      const object = { Bucket: bucket.bucket, Key: contentKey(upload.sha256) }
      const found = await bucket.client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' }))
      expect(found.ServerSideEncryption).toBe('AES256')
      if (parts === undefined) expect(found.ChecksumSHA256).toBe(Buffer.from(upload.sha256, 'hex').toString('base64'))
      else {
        expect(found.ETag).toMatch(new RegExp(`-${parts}"$`))
        const { Checksum } = await bucket.client.send(new GetObjectAttributesCommand({ ...object, ObjectAttributes: ['Checksum'] }))
        expect(Checksum?.ChecksumSHA256).toBeTruthy()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
