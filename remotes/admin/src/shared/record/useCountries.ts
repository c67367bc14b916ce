import { listCountries } from '@cuadre/api/country'
import { ROLE } from '@cuadre/api/roles'
import { myCountries } from '@cuadre/api/session'
import { query, useMe } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'

/** The countries that one may give businesses or people to: for an administrator also one that has no business yet. Undefined until they are known. */
export function useCountries(): readonly { ID_PAIS: number; PAIS: string }[] | undefined {
  const administers = useMe().SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador
  const every = useQuery({ ...query(listCountries, { query: { limit: 193 } }), enabled: administers }).data?.data
  const own = useQuery({ ...query(myCountries), enabled: !administers }).data
  return administers ? every : own
}
