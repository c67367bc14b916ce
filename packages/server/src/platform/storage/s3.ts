import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Elsewhere } from '@cuadre/api/endpoint'
import { NotFound } from '../errors.ts'
import { PRIVATE_FOLDER } from './disk.ts'
import { disposition } from './disposition.ts'
import { type Bucket, isAbsent, isTaken, putFile } from './s3.client.ts'
import type { Chunks, Contents, Marks, Store } from './store.ts'

/** The name of a content's object: the path that its file has below a folder. */
export const contentKey = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`

/** @param incoming folder on this machine, for files on their way in and out */
export function s3Store(bucket: Bucket, incoming: string): Store {
  return {
    contents: contentsIn(bucket),
    chunks: chunksIn(bucket, incoming),
    marks: marksIn(bucket),
    check: async () => void (await bucket.client.send(new HeadBucketCommand({ Bucket: bucket.bucket }))),
  }
}

const contentsIn = (bucket: Bucket): Contents => ({
  // An object is there as a whole or not at all, and the service keeps it so.
  isWhole: async ({ sha256, size }) => (await head(bucket, contentKey(sha256)))?.size === size,
  write: (upload) => putFile(bucket, contentKey(upload.sha256), upload),
  ...(bucket.presigned && { elsewhere: (sha256) => presigned(bucket, contentKey(sha256)) }),
  read: (sha256) =>
    read(bucket, contentKey(sha256)).catch((error) => {
      throw isAbsent(error) ? NotFound() : error
    }),
})

/** A chunk is an object named by the position of its first byte, written only where there is none. */
function chunksIn(bucket: Bucket, incoming: string): Chunks {
  const prefixOf = (owner: number, id = '') => `uploads/${owner}/${id && `${id}/`}`
  const remove = async (owner: number, id: string) => {
    for (const { key } of await list(bucket, prefixOf(owner, id))) await removeObject(bucket, key)
  }
  /** The uploads below a prefix, with the moment of their latest chunk. */
  async function uploads(prefix: string) {
    const latest = new Map<string, number>()
    for (const { key, at } of await list(bucket, prefix)) {
      const upload = key.slice(0, key.lastIndexOf('/'))
      latest.set(upload, Math.max(at, latest.get(upload) ?? 0))
    }
    return [...latest].map(([upload, at]) => ({ owner: Number(upload.split('/')[1]), id: upload.split('/')[2]!, at }))
  }
  return {
    of: async (owner, id) =>
      (await list(bucket, prefixOf(owner, id))).map(({ key, size }) => ({
        position: Number(key.slice(key.lastIndexOf('/') + 1)),
        size,
        read: () => later(() => read(bucket, key)),
      })),
    async draft() {
      await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER })
      return join(incoming, randomUUID())
    },
    async publish(owner, id, position, draft) {
      const { size } = await stat(draft)
      await putFile(bucket, prefixOf(owner, id) + position, { path: draft, size }, { IfNoneMatch: '*' })
    },
    drop: (draft) => rm(draft, { force: true }),
    isTaken,
    newest: async (owner) => (await uploads(prefixOf(owner))).sort((a, b) => b.at - a.at).map(({ id }) => id),
    remove,
    async forget(since) {
      for (const { owner, id, at } of await uploads('uploads/')) if (at < since.getTime()) await remove(owner, id)
    },
  }
}

const ASIDE = '.aside'

/** Objects cannot be renamed: a copy is made first, so that a file is always under one of its two names. */
function marksIn(bucket: Bucket): Marks {
  const markOf = (sha256: string) => `discarded/${sha256}`
  const asideOf = (sha256: string) => markOf(sha256) + ASIDE
  const move = async (from: string, to: string) => {
    await copy(bucket, from, to)
    await removeObject(bucket, from)
  }
  const found = async () => (await list(bucket, 'discarded/')).map((each) => ({ ...each, name: each.key.slice('discarded/'.length) }))
  return {
    async set(sha256) {
      const { client, bucket: Bucket, encrypted } = bucket
      await client.send(new PutObjectCommand({ Bucket, Key: markOf(sha256), Body: randomUUID(), ...encrypted }))
    },
    remove: (sha256) => removeObject(bucket, markOf(sha256)),
    all: async () =>
      (await found()).filter(({ name }) => /^[0-9a-f]{64}$/.test(name)).map(({ name, at, tag }) => ({ sha256: name, at, tag })),
    async take({ sha256, tag }) {
      if ((await head(bucket, markOf(sha256)))?.tag !== tag) return false
      await removeObject(bucket, markOf(sha256))
      return true
    },
    setAside: (sha256) =>
      move(contentKey(sha256), asideOf(sha256)).then(
        () => true,
        (error) => {
          if (isAbsent(error)) return false
          throw error
        },
      ),
    aside: async () => (await found()).filter(({ name }) => name.endsWith(ASIDE)).map(({ name }) => name.slice(0, -ASIDE.length)),
    putBack: (sha256) => move(asideOf(sha256), contentKey(sha256)),
    destroy: (sha256) => removeObject(bucket, asideOf(sha256)),
  }
}

/** Seconds that an address serves: it is a key to the file for whoever has it. */
const SECONDS = 60

async function presigned(bucket: Bucket, Key: string): Promise<Elsewhere> {
  if (!(await head(bucket, Key))) throw NotFound()
  const { client, bucket: Bucket } = bucket
  return {
    addressFor: ({ name, type, inline }) => {
      const ResponseContentDisposition = disposition({ name, inline })
      const told = { ResponseContentDisposition, ResponseContentType: type, ResponseCacheControl: 'private, no-store' }
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...told }), { expiresIn: SECONDS })
    },
  }
}

async function list({ client, bucket: Bucket }: Bucket, Prefix: string) {
  const found: { key: string; size: number; at: number; tag: string }[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    for (const { Key, Size, LastModified, ETag } of Contents)
      found.push({ key: Key!, size: Size!, at: LastModified!.getTime(), tag: ETag! })
  return found
}

/** Size and tag of an object, if there is one. */
export const head = ({ client, bucket: Bucket }: Bucket, Key: string) =>
  client.send(new HeadObjectCommand({ Bucket, Key })).then(
    ({ ContentLength, ETag }) => ({ size: ContentLength!, tag: ETag! }),
    (error) => {
      if (isAbsent(error)) return undefined
      throw error
    },
  )
const read = async ({ client, bucket: Bucket }: Bucket, Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body as Readable
const copy = ({ client, bucket: Bucket, encrypted }: Bucket, from: string, Key: string) =>
  client.send(new CopyObjectCommand({ Bucket, CopySource: `${Bucket}/${from}`, Key, ...encrypted }))
const removeObject = async ({ client, bucket: Bucket }: Bucket, Key: string) => {
  await client.send(new DeleteObjectCommand({ Bucket, Key }))
}

async function* later(open: () => Promise<AsyncIterable<Uint8Array>>) {
  yield* await open()
}
