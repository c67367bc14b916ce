import { PERIOD_STATUS, type Period } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { useMe } from '@cuadre/shell'

/** An open period takes loads; one that is closing what an administrator brings. */
export function useTakesLoads() {
  const isAdministrator = useMe().SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador
  return ({ ESTADO: { ID } }: Pick<Period, 'ESTADO'>) => ID === PERIOD_STATUS.abierto || (isAdministrator && ID === PERIOD_STATUS.enCierre)
}
