import { getGroup } from '@cuadre/api/group'
import { query } from '@cuadre/shell'

/** Kept as long as `detailOf`, for the same reasons. */
export const groupDetailOf = (id: number) => ({ ...query(getGroup, { params: { id } }), staleTime: 60_000, gcTime: 600_000 })
