import { createFolder, type FolderNode } from '@cuadre/api/resource'
import { call } from '@cuadre/shell'
import type { Dropped } from './dropped.ts'

/** The folders that dropped ones need, by their path: those that are there, or new ones. */
export async function foldersFor(id: number, dropped: readonly Dropped[], roots: readonly FolderNode[]): Promise<Map<string, number>> {
  const known = new Map<string, number>([['', id]])
  const remember = (nodes: readonly FolderNode[], before: string) => {
    for (const node of nodes) {
      known.set(before + node.name, node.id)
      remember(node.CARPETAS_HIJAS, `${before}${node.name}/`)
    }
  }
  const here = findNode(roots, id)
  if (here) remember(here.CARPETAS_HIJAS, '')
  for (const { path } of dropped)
    for (let depth = 1; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join('/')
      if (known.has(key)) continue
      const parentFolderId = known.get(path.slice(0, depth - 1).join('/')) ?? id
      known.set(key, (await call(createFolder, { body: { name: path[depth - 1] ?? '', parentFolderId } })).id)
    }
  return known
}
const findNode = (nodes: readonly FolderNode[], id: number): FolderNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.CARPETAS_HIJAS, id)
    if (found) return found
  }
  return undefined
}
