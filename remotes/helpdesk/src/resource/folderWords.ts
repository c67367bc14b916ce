import type { FolderNode } from '@cuadre/api/resource'
import type { Words } from '../shared/words.ts'
import { findNode } from './foldersFor.ts'

const NAMED = 6
/** What goes with it, the first few by name. */
export const namesOf = ({
  CARPETAS_HIJAS,
  ARCHIVOS,
}: {
  CARPETAS_HIJAS: readonly { name: string }[]
  ARCHIVOS: readonly { name: string }[]
}) => {
  const names = [...CARPETAS_HIJAS, ...ARCHIVOS].map(({ name }) => name)
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? '…' : ''}`
}

/** How much is in a folder: «2 carpetas · 1 archivo». */
export const contentOf = ({ carpetas, archivos }: Content, t: Words) =>
  [carpetas > 0 && t('resource.countFolders', { count: carpetas }), archivos > 0 && t('resource.countFiles', { count: archivos })]
    .filter(Boolean)
    .join(' · ') || t('resource.emptyShort')

type Content = { carpetas: number; archivos: number }
/** How much goes with a folder, in the folders of it too; `folder` as far as the tree is not known. */
export const insideOf = (roots: readonly FolderNode[], folder: Content & { id: number }): Content => {
  const node = findNode(roots, folder.id)
  if (!node) return folder
  const below = node.CARPETAS_HIJAS.map((child) => insideOf(node.CARPETAS_HIJAS, child))
  const sum = (of: keyof Content) => node[of] + below.reduce((all, one) => all + one[of], 0)
  return { carpetas: sum('carpetas'), archivos: sum('archivos') }
}

/** Who sees a folder. */
export function audienceOf({ roles, negocios }: { roles: readonly number[]; negocios: readonly { nombre: string }[] }, t: Words) {
  if (roles.length + negocios.length === 0) return t('keep.seenByAll')
  return t('keep.seenBy', {
    who: [roles.map((id) => t(`role.${id}`)).join(', '), negocios.map(({ nombre }) => nombre).join(', ')].filter(Boolean).join(' · '),
  })
}
