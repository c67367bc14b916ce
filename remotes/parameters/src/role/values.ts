import { CONFIG_TYPE, type ConfigInForce, configInForce } from '@cuadre/api/config'
import { query } from '@cuadre/shell'
import { useQueries } from '@tanstack/react-query'

/** What is set by role, in the order in which it is shown. */
export const SET_BY_ROLE = [CONFIG_TYPE.tiempoSesion, CONFIG_TYPE.inactividad, CONFIG_TYPE.expiracionContrasena, CONFIG_TYPE.segundoFactor]

export type InForce = Record<number, ConfigInForce>

/** What is in force of each of them, by kind; undefined until all have come. */
export function useInForce() {
  const found = useQueries({ queries: SET_BY_ROLE.map((tipoId) => query(configInForce, { query: { tipoId } })) })
  const data: InForce | undefined = found.every((one) => one.data)
    ? Object.fromEntries(found.map((one, index) => [SET_BY_ROLE[index]!, one.data!]))
    : undefined
  return {
    data,
    isFetching: found.some((one) => one.isFetching),
    error: found.find((one) => one.error)?.error ?? null,
    refetch: () => found.map((one) => one.refetch()),
  }
}

/** Of a role's type, or of everyone (null): the value, and whether it is their own. */
export const setFor = ({ general, roles }: ConfigInForce, rolId: number | null) => {
  const role = roles.find((one) => one.rolId === rolId)
  return { valor: role ? role.valor : general.valor, own: role ? role.propio !== null : true }
}
