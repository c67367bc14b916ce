import { nameOfFile } from '@cuadre/api/resource'
import { type Asked, AWAY, enter, person, Refusal } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { foldersFor } from './foldersFor.ts'
import { nextName, startUploads } from './uploads.ts'

test('a name that is taken goes on counting, whatever it looks like', () => {
  expect(['Guía.pdf', 'Guía (2).pdf', 'Guía (9).pdf', 'LÉAME', 'Cierre (octubre).xlsx', 'a.b.csv'].map(nextName)).toEqual([
    'Guía (2).pdf',
    'Guía (3).pdf',
    'Guía (10).pdf',
    'LÉAME (2)',
    'Cierre (octubre) (2).xlsx',
    'a.b (2).csv',
  ])
})

test('a name stays as long as a name may be, and keeps its extension', () => {
  const long = `${'á'.repeat(130)}.xlsx`
  expect([nameOfFile(long).length, nameOfFile(long).endsWith('á.xlsx'), nameOfFile('corto.pdf'), nameOfFile('.txt')]).toEqual([
    120,
    true,
    'corto.pdf',
    '.txt',
  ])
  expect([nextName(long).length, nextName(nextName(long)).endsWith('á (3).xlsx')]).toEqual([120, true])
  // Half of a sign is none.
  expect(nameOfFile(`${'a'.repeat(115)}😀😀.txt`)).toBe(`${'a'.repeat(115)}.txt`)
})

test('folders that are dropped again are those that an attempt before has made, in whatever case they are written', async () => {
  const node = (id: number, name: string, ...CARPETAS_HIJAS: object[]) => ({ id, name, CARPETAS_HIJAS })
  const asked = await enter(person(3), ({ method, body }) =>
    method === 'POST' ? { ...(body as object), id: 9 } : [node(1, 'Cierre', node(2, 'Guías'))],
  )
  const dropped = [['guias', 'Nuevas'], ['GUÍAS '], []].map((path) => ({ file: new File([], 'a.txt'), path }))
  const placeOf = await foldersFor(1, dropped)
  expect(dropped.map(({ path }) => placeOf(path))).toEqual([9, 2, 1])
  expect(asked.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([{ name: 'Nuevas', parentFolderId: 2 }])
})

test('a file that arrived and was not heard of has arrived; one that lay there before has not', async () => {
  const done: number[] = []
  const failures: unknown[] = []
  const put = async (folderId: number, actualizadoEn: string) => {
    const asked: Asked[] = await enter(person(3), ({ method, path }) => {
      if (method === 'POST') return AWAY
      const file = { id: 1, name: 'a.txt', file: { bytes: 1 }, version: 1, actualizadoEn }
      return path === '/tools-and-services/files' ? { data: [file], total: 1, page: 1, limit: 20 } : new Refusal(404, {})
    })
    startUploads(
      [{ folderId, file: new File(['x'], 'a.txt') }],
      (error) => String(failures.push(error)),
      (id) => done.push(id),
    )
    await waitFor(() => expect(done).toContain(folderId))
    return asked.filter(({ method }) => method === 'POST').length
  }
  expect([await put(1, new Date().toISOString()), failures.length]).toEqual([1, 0])
  expect([await put(2, '2026-01-01T00:00:00Z'), failures.length]).toEqual([1, 1])
})
