import { createFolder, type FolderNode, folderTree } from '@cuadre/api/resource'
import { call } from '@cuadre/shell'
import { withoutAccents } from '@cuadre/ui'
import type { Dropped } from './dropped.ts'

/** As the server tells names apart: not by case, accents or spaces. */
const keyOf = (path: readonly string[]) => path.map((name) => withoutAccents(name).replace(/\s+/g, ' ').trim()).join('/')

/** The folders that dropped ones need in folder `id`, by their path: those that are there now, or new ones. */
export async function foldersFor(id: number, dropped: readonly Dropped[]): Promise<(path: readonly string[]) => number> {
  const known = new Map<string, number>()
  const placeOf = (path: readonly string[]) => known.get(keyOf(path)) ?? id
  const remember = (nodes: readonly FolderNode[], before: readonly string[]) => {
    for (const node of nodes) {
      known.set(keyOf([...before, node.name]), node.id)
      remember(node.CARPETAS_HIJAS, [...before, node.name])
    }
  }
  // What an attempt before has made is there, whatever this page has read.
  if (dropped.some(({ path }) => path.length > 0)) remember(findNode(await call(folderTree), id)?.CARPETAS_HIJAS ?? [], [])
  for (const { path } of dropped)
    for (let depth = 1; depth <= path.length; depth++) {
      const way = path.slice(0, depth)
      if (known.has(keyOf(way))) continue
      const body = { name: way.at(-1)!, parentFolderId: placeOf(way.slice(0, -1)) }
      known.set(keyOf(way), (await call(createFolder, { body })).id)
    }
  return placeOf
}

export const findNode = (nodes: readonly FolderNode[], id: number): FolderNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.CARPETAS_HIJAS, id)
    if (found) return found
  }
  return undefined
}
