import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { scratch } from '../../fixtures/make.ts'
import { fixture } from '../../fixtures/shared.ts'
import { LIMITS } from '../format/limits.ts'
import { resultFromWorker } from './limited-worker.ts'
import { openTable } from './table.ts'

const SOURCE = fileURLToPath(new URL('../', import.meta.url))
const SERVER = fileURLToPath(new URL('../../../server/src/', import.meta.url))

/** What a file imports when it runs, at its start or later; types are erased. */
function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/^(import|export) type [^'"]*from '[^']*'/gm, '')
  return [...code.matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)].map(([, to]) => to!)
}

/** The files that run with `entry`, names from `src` on. */
function loadedBy(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  for (const to of importsOf(join(SOURCE, entry))) if (to.startsWith('.')) loadedBy(join(dirname(entry), to), found)
  return found
}

const usesSheetJs = (file: string) => importsOf(file).some((to) => /^(xlsx|@e965\/xlsx)(\/|$)/.test(to))

describe('on the server SheetJS runs in the limited worker alone', () => {
  const usersAmong = (files: Iterable<string>) => [...files].filter((file) => usesSheetJs(join(SOURCE, file))).sort()

  test('what the server imports does not load it, the worker does', () => {
    expect(usersAmong(loadedBy('index.ts'))).toEqual([])
    expect(usersAmong(loadedBy('reading/worker.ts'))).toEqual(['format/xls-book.ts', 'format/xls-stream.ts', 'reading/other-book.ts'])
  })

  test('the server takes neither it nor what loads it past the door of this package', () => {
    const passed = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
      .flatMap((file) => importsOf(join(SERVER, file)).map((to) => ({ file, to })))
      .filter(({ to }) => /^xlsx(\/|$)|@cuadre\/tables\/(reading|format\/xls-)/.test(to))
    expect(passed).toEqual([])
  })
})

test('a job that takes too long is ended', async () => {
  const job = { task: 'open', path: fixture('readxl-mtcars.xls'), kind: 'xls' } as const
  await expect(resultFromWorker(job, 1)).rejects.toMatchObject({ code: 'tiempo' })
  await expect(resultFromWorker(job, LIMITS.openMs)).resolves.toMatchObject({ sheets: [{ name: 'head(mtcars)' }] })
})

describe('a worker', () => {
  let started: Worker[] = []
  const keep = (message: unknown) => started.push((message as { worker: Worker }).worker)
  let folder: Awaited<ReturnType<typeof scratch>>
  beforeAll(async () => {
    subscribe('worker_threads', keep)
    folder = await scratch()
  })
  beforeEach(() => {
    started = []
  })
  afterAll(() => {
    unsubscribe('worker_threads', keep)
    return folder.remove()
  })
  const isEnded = async (worker: Worker | undefined) =>
    worker?.threadId === -1 || new Promise((resolve) => worker!.once('exit', () => resolve(true)))
  const texts = async (path: string) => {
    const table = await openTable(path, 'a.csv')
    const head = await table.head()
    let rows = 0
    for await (const batch of table.rows()) rows += batch.length
    return [head[0]?.cells[0], rows]
  }

  test('does every job of its file, and ends a second later', async () => {
    expect(await texts(await folder.file('a.csv', 'uno;2\n'.repeat(5_000)))).toEqual(['uno', 5_000])
    expect(started).toHaveLength(1)
    expect(await isEnded(started[0])).toBe(true)
  })

  test('does no job of another file, be it at the same place', async () => {
    expect(await texts(await folder.file('b.csv', 'uno;2\n'))).toEqual(['uno', 1])
    expect(await texts(await folder.file('b.csv', 'dos;2\n'))).toEqual(['dos', 1])
    expect(await texts(await folder.file('c.csv', 'tres;2\n'))).toEqual(['tres', 1])
    expect(started).toHaveLength(3)
  })

  test('ends with whoever leaves its rows early, and with a refusal', async () => {
    const path = await folder.file('larga.csv', 'a;b;c\n'.repeat(200_000))
    const table = await openTable(path, 'larga.csv')
    for await (const batch of table.rows()) {
      expect([batch.length, started[0]!.threadId > 0]).toEqual([2_000, true])
      break
    }
    expect(started[0]!.threadId).toBe(-1)
    const few = await openTable(path, 'larga.csv', { maxRows: 10 })
    await expect(few.head()).rejects.toMatchObject({ code: 'filas' })
    expect([started.length, started[1]!.threadId]).toEqual([2, -1])
    expect((await table.head(1))[0]!.cells).toEqual(['a', 'b', 'c'])
    expect(started).toHaveLength(3)
  })

  test('does one job at a time: who asks meanwhile gets another', async () => {
    const table = await openTable(await folder.file('d.csv', 'a;b;c\n'.repeat(9_000)), 'd.csv')
    const count = async () => {
      let rows = 0
      for await (const batch of table.rows()) rows += batch.length
      return rows
    }
    expect(await Promise.all([count(), count(), count()])).toEqual([9_000, 9_000, 9_000])
    expect(started).toHaveLength(3)
  })

  test('of five that wait, one ends at once', async () => {
    const open = async (name: string) => openTable(await folder.file(name, 'a;b\n'), name)
    await Promise.all(['1.csv', '2.csv', '3.csv', '4.csv', '5.csv'].map(open))
    const since = performance.now()
    await Promise.race(started.map(isEnded))
    expect(performance.now() - since).toBeLessThan(600)
    expect(started.filter(({ threadId }) => threadId > 0)).toHaveLength(4)
  })
})
