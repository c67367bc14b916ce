import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { contentPath } from './folder.ts'
import { folderStorage, type Storage } from './index.ts'

let folder: string
let storage: Storage
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'))
  storage = folderStorage(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const content = 'Extracto de octubre, 1.234 movimientos'
const sha256 = createHash('sha256').update(content).digest('hex')
const received = () => storage.receive('extracto.txt', Readable.from([Buffer.from(content)]))

test('files and folders are for the user of the server alone', async () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const upload = await received()
  expect([modeOf(upload.path), modeOf(dirname(upload.path))]).toEqual(['600', '700'])
  await storage.keep(upload)
  expect([modeOf(contentPath(folder, sha256)), modeOf(dirname(contentPath(folder, sha256))), modeOf(join(folder, 'files'))]).toEqual([
    '600',
    '700',
    '700',
  ])
})

test('what a machine that lost its power left shorter is whole again when the same file comes', async () => {
  mkdirSync(dirname(contentPath(folder, sha256)), { recursive: true })
  writeFileSync(contentPath(folder, sha256), '')
  await storage.keep(await received())
  expect(readFileSync(contentPath(folder, sha256), 'utf8')).toBe(content)
})

test('what was changed on the disk is not handed out as if it were the file', async () => {
  const read = async () => {
    let text = ''
    for await (const piece of await storage.open(sha256)) text += piece
    return text
  }
  await storage.keep(await received())
  expect(await read()).toBe(content)
  writeFileSync(contentPath(folder, sha256), content.replace('1.234', '9.999'))
  await expect(read()).rejects.toThrow('damaged')
  await storage.keep(await received())
  expect(await read()).toBe(content)
})

test('a file has 50 MB at most, to the byte', async () => {
  const block = Buffer.alloc(1024 * 1024, 'x')
  const of = (more: number) =>
    storage.receive('a.txt', Readable.from([...Array(49).fill(block), block.subarray(1), Buffer.alloc(more, 'x')]))
  expect(await of(1)).toMatchObject({ size: 50 * 1024 * 1024 })
  await expect(of(2)).rejects.toMatchObject({ status: 422, code: 'file_too_large' })
})

test('what cannot be kept leaves nothing behind', async () => {
  const upload = await received()
  mkdirSync(contentPath(folder, sha256), { recursive: true })
  await expect(storage.keep(upload)).rejects.toThrow()
  expect(readdirSync(dirname(contentPath(folder, sha256)))).toEqual([sha256])
})
