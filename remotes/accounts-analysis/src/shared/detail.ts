import { getAnalysis } from '@cuadre/api/analysis'
import { query } from '@cuadre/shell'

/** Read ahead for the next items and kept for as long as a review takes; a decision sends the revision it saw, so an old one is refused. */
export const detailOf = (id: number) => ({ ...query(getAnalysis, { params: { id } }), staleTime: 60_000, gcTime: 600_000 })
