import type { Me } from '@cuadre/api/session'
import { OPENED } from '@cuadre/shell'
import type { Choice } from './entries.ts'

const MOST = 6
/** What was opened from the palette last, newest first, for each person and role on this device until they sign out: names only, no amounts and no states. */
const keyOf = ({ id, SPC_TIPO_USUARIOS }: Me) => `${OPENED}${id}:${SPC_TIPO_USUARIOS.COD_TIPO_USUARIO}`

export function recents(me: Me): Choice[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]') as Choice[]
  } catch {
    return []
  }
}

export function keepRecent(me: Me, { id, path, code, label, detail, icon }: Choice) {
  const kept = [{ id, path, code, label, detail, icon, group: '' }, ...recents(me).filter((each) => each.id !== id)]
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(kept.slice(0, MOST)))
  } catch {
    // With a full storage the next time only begins without it.
  }
}
