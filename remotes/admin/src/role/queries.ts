import { listRoles } from '@cuadre/api/role'
import { query } from '@cuadre/shell'

/** All roles with their keys. */
export const rolesQuery = () => query(listRoles, { query: { limit: 500 } })
