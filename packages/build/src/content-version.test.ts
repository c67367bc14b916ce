import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createInstance } from '@module-federation/enhanced/runtime'
import { contentVersion } from './content-version.ts'
import { shared } from './webpack.mjs'

let folder: string
const write = (file: string, text: string) => writeFile(join(folder, 'src', file), text)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadre-content-'))
  await mkdir(join(folder, 'src/form'), { recursive: true })
  await write('index.ts', 'export const a = 1')
})
afterEach(() => rm(folder, { recursive: true }))

test('the version of a shared package changes with its sources, and not with its tests', async () => {
  const before = contentVersion(folder)
  expect(before).toMatch(/^1\.0\.\d+$/)
  await write('index.test.ts', 'test')
  await write('testing.tsx', 'test')
  expect(contentVersion(folder)).toBe(before)
  await write('form/Form.tsx', 'export const Form = 1')
  const added = contentVersion(folder)
  expect(added).not.toBe(before)
  await write('form/Form.tsx', 'export const Form = 2')
  expect(contentVersion(folder)).not.toBe(added)
})

test('federation gives a host’s package to an area that was built with the same sources, and refuses it to any other', async () => {
  const version = contentVersion(folder)
  const host = createInstance({
    name: 'host',
    remotes: [],
    shared: { '@cuadre/ui': { version, lib: () => ({ text: 'the host’s' }), shareConfig: { singleton: true, requiredVersion: version } } },
  })
  const ask = (requiredVersion: string) =>
    host.loadShare<{ text: string }>('@cuadre/ui', {
      customShareInfo: { shareConfig: { singleton: true, strictVersion: true, requiredVersion } },
    })
  expect(((await ask(version)) as () => { text: string })().text).toBe('the host’s')
  await write('index.ts', 'export const a = 2')
  await expect(ask(contentVersion(folder))).rejects.toThrow('does not satisfy the requirement')
})

test('the host imports all that areas leave out', async () => {
  const host = join(import.meta.dirname, '../../../host/src/federation')
  const code = await Promise.all(['runtime.ts', 'kits.ts'].map((file) => readFile(join(host, file), 'utf8')))
  expect(shared.length).toBeGreaterThan(0)
  expect(shared.filter((name: string) => !code.join().includes(`'${name}'`))).toEqual([])
})
