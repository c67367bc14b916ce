import { listUsers } from '@cuadre/api/user'
import { call, query } from '@cuadre/shell'
import { useQuery } from '@tanstack/react-query'

/** Searches active people on the server, all or those with a role, for a field. */
export const findPeople = (roleId?: number) => async (search: string) => {
  const { data } = await call(listUsers, { query: { limit: 20, activo: true, ...(roleId && { roleId }), ...(search ? { search } : {}) } })
  return data.map((user) => ({ value: String(user.id), label: user.NOMBRE, hint: user.email }))
}

/** People as choices of a filter. */
export function usePeople(roleId: number) {
  const found = useQuery({ ...query(listUsers, { query: { limit: 999, activo: true, roleId, sort: 'NOMBRE' } }), staleTime: 60_000 })
  return (found.data?.data ?? []).map((user) => ({ value: String(user.id), label: user.NOMBRE }))
}

/** A person of a row as the option that a field shows at the start. */
export const personOption = (id: number | null | undefined, name: string | null | undefined) =>
  id && name ? { value: String(id), label: name } : undefined

export const idOf = (value: string) => (value ? Number(value) : null)
export const textOf = (id: number | null | undefined) => (id ? String(id) : '')
