import { type AnalysisFile, type Annex, analysisEvidence, analysisFile } from '@cuadre/api/analysis'
import { annexEvidence, annexFile } from '@cuadre/api/annex'
import { call, query } from '@cuadre/shell'

/** What can be opened: the file of a version, or an annex. */
export type Document = Pick<AnalysisFile, 'ID' | 'NOMBRE'> | Annex
export const isAnnex = (document: Document): document is Annex => 'POSTERIOR' in document

/** Never read ahead: the server records who opened which file. `ready`: it may be opened; without a document there is nothing to. */
export const evidenceOf = (document: Document | undefined, ready = true) => ({
  ...query(document && isAnnex(document) ? annexEvidence : analysisEvidence, { params: { id: document?.ID ?? 0 } }),
  enabled: ready && document !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 600_000,
})
export const bytesOf = (document: Document) => ({
  ...query(isAnnex(document) ? annexFile : analysisFile, { params: { id: document.ID } }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const fetchBytes = (document: Document) => call(isAnnex(document) ? annexFile : analysisFile, { params: { id: document.ID } })

/** Those that a version was sent with, and what came after its period was closed. */
export const annexesOf = (annexes: readonly Annex[], version: number | undefined) =>
  annexes.filter(
    ({ VERSION_DESDE, VERSION_HASTA, POSTERIOR }) =>
      POSTERIOR ||
      (version !== undefined && VERSION_DESDE !== null && VERSION_DESDE <= version && (VERSION_HASTA === null || version <= VERSION_HASTA)),
  )
