import { isRoleId } from '@cuadre/api/roles'
import type { useTranslation } from '@cuadre/shell'

/** The six of the system in the user's language; one of the corporation's own by its name, in sentence case as theirs are. */
export const roleName = (t: ReturnType<typeof useTranslation>['t'], { id, nombre }: { id: number; nombre: string }): string =>
  isRoleId(id) ? t(`role.${id}`) : nombre.charAt(0) + nombre.slice(1).toLocaleLowerCase()
