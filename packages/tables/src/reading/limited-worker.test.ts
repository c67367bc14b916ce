import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { fixture } from '../../fixtures/shared.ts'
import { LIMITS } from '../format/limits.ts'
import { resultFromWorker } from './limited-worker.ts'

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
