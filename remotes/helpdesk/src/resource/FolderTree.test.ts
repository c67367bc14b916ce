import type { FolderNode } from '@cuadre/api/resource'
import { expect, test } from '@jest/globals'
import { contentOf } from './FolderTree.tsx'

const folder = (archivos: number, ...CARPETAS_HIJAS: FolderNode[]) => ({ archivos, CARPETAS_HIJAS }) as FolderNode

test('a folder counts what lies in the folders of it, at any depth', () => {
  // As drawn: 8 guides, 6 calendars and 8 forms are 22 of the monthly close.
  expect(contentOf([folder(0, folder(8), folder(6), folder(5, folder(3)))])).toBe(22)
  expect(contentOf([])).toBe(0)
})
