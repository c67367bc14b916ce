import { isRoleId, ROLE_NAME } from '@cuadre/api/roles'
import type { Me } from '@cuadre/api/session'
import type { useTranslation } from '@cuadre/shell'

/** The six of the system in the user's language; one of the corporation's own by its name, in sentence case as theirs are. */
export function roleName(
  t: ReturnType<typeof useTranslation>['t'],
  { COD_TIPO_USUARIO: type, TIPO_USUARIO: name }: Me['SPC_TIPO_USUARIOS'],
) {
  const isOwn = name !== '' && isRoleId(type) && name !== ROLE_NAME[type]
  return isOwn ? name.charAt(0) + name.slice(1).toLocaleLowerCase() : t(`role.${type}`)
}
