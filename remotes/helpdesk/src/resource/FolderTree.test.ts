import type { FolderNode } from '@cuadre/api/resource'
import { expect, test } from '@jest/globals'
import { contentOf } from './FolderTree.tsx'
import { insideOf } from './folderWords.ts'

const folder = (archivos: number, ...CARPETAS_HIJAS: FolderNode[]) => ({ archivos, CARPETAS_HIJAS }) as FolderNode

test('a folder counts what lies in the folders of it, at any depth', () => {
  // As drawn: 8 guides, 6 calendars and 8 forms are 22 of the monthly close.
  expect(contentOf([folder(0, folder(8), folder(6), folder(5, folder(3)))])).toBe(22)
  expect(contentOf([])).toBe(0)
})

test('what goes with a folder is counted in the folders of it too', () => {
  const node = (id: number, archivos: number, ...CARPETAS_HIJAS: FolderNode[]) =>
    ({ id, archivos, carpetas: CARPETAS_HIJAS.length, CARPETAS_HIJAS }) as FolderNode
  const roots = [node(1, 0, node(2, 1, node(3, 40), node(4, 2)))]
  expect(insideOf(roots, roots[0]!)).toEqual({ carpetas: 3, archivos: 43 })
  expect(insideOf(roots, node(3, 40))).toEqual({ carpetas: 0, archivos: 40 })
  expect(insideOf([], node(9, 5))).toMatchObject({ carpetas: 0, archivos: 5 })
})
