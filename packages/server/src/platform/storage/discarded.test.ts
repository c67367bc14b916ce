import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from '@jest/globals'
import { contentPath } from './folder.ts'
import { folderStorage } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuadre-discarded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { receive, keep, discard, sweep } = folderStorage(folder)
const path = (sha256: string) => contentPath(folder, sha256)
const later = () => new Date(Date.now() + 60_000)
const put = async (content: string) => {
  await keep(await receive('x.pdf', Readable.from([Buffer.from(content)])))
  return createHash('sha256').update(content).digest('hex')
}

test('content that is kept again while it is being swept stays', async () => {
  const content = await put('otra vez')
  await discard(content)
  const gone = await sweep(later(), async () => {
    await put('otra vez')
    return new Set()
  })
  expect([gone, existsSync(path(content))]).toEqual([0, true])
})

test('what a process that was killed had put aside is there again, unless nothing wants it', async () => {
  const [wanted, unwanted] = [await put('uno'), await put('dos')]
  await discard(unwanted)
  for (const content of [wanted, unwanted]) renameSync(path(content), join(folder, 'discarded', `${content}.aside`))
  expect(await sweep(later(), async () => new Set())).toBe(1)
  expect([existsSync(path(wanted)), existsSync(path(unwanted))]).toEqual([true, false])
})
