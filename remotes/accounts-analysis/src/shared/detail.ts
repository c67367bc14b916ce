import { analysisEvidence, getAnalysis } from '@cuadre/api/analysis'
import { query } from '@cuadre/shell'

/** Read ahead for the next items and kept for as long as a review takes; a decision sends the revision it saw, so an old one is refused. */
export const detailOf = (id: number) => ({ ...query(getAnalysis, { params: { id } }), staleTime: 60_000, gcTime: 600_000 })

/** Never read ahead: the server records who opened which file. */
export const evidenceOf = (fileId: number) => ({
  ...query(analysisEvidence, { params: { id: fileId } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 600_000,
})
