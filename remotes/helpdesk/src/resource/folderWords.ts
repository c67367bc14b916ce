import type { Words } from '../shared/words.ts'

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
export const contentOf = ({ carpetas, archivos }: { carpetas: number; archivos: number }, t: Words) =>
  [carpetas > 0 && t('resource.countFolders', { count: carpetas }), archivos > 0 && t('resource.countFiles', { count: archivos })]
    .filter(Boolean)
    .join(' · ') || t('resource.emptyShort')

/** Who sees a folder. */
export function audienceOf({ roles, negocios }: { roles: readonly number[]; negocios: readonly { nombre: string }[] }, t: Words) {
  if (roles.length + negocios.length === 0) return t('keep.seenByAll')
  return t('keep.seenBy', {
    who: [roles.map((id) => t(`role.${id}`)).join(', '), negocios.map(({ nombre }) => nombre).join(', ')].filter(Boolean).join(' · '),
  })
}
