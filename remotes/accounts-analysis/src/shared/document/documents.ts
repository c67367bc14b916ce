import { type AnalysisFile, type Annex, analysisEvidence, analysisFile, seeAnalysisFile } from '@cuadre/api/analysis'
import { annexEvidence, annexFile, seeAnnex } from '@cuadre/api/annex'
import { call, query } from '@cuadre/shell'

/** What can be opened: the file of a version, or an annex. */
export type Document = Pick<AnalysisFile, 'ID' | 'NOMBRE'> | Annex
export const isAnnex = (document: Document): document is Annex => 'POSTERIOR' in document

/** Never read ahead: the server logs what an auditor opens. `ready`: it may be opened; without a document there is nothing to. */
export const evidenceOf = (document: Document | undefined, ready = true) => ({
  ...query(document && isAnnex(document) ? annexEvidence : analysisEvidence, { params: { id: document?.ID ?? 0 } }),
  enabled: ready && document !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 600_000,
})
export const bytesOf = (document: Document) => ({
  ...query(isAnnex(document) ? annexFile : analysisFile, { params: { id: document.ID }, query: { vista: true } }),
  staleTime: Number.POSITIVE_INFINITY,
})
/** To be taken home: the server records it. */
export const fetchBytes = (document: Document) => call(isAnnex(document) ? annexFile : analysisFile, { params: { id: document.ID } })

/** Has been in view; the server records it once for each person. */
export const markSeen = (document: Document) => call(isAnnex(document) ? seeAnnex : seeAnalysisFile, { params: { id: document.ID } })

/** Those that a version was sent with, and what came after its period was closed. */
export const annexesOf = (annexes: readonly Annex[], version: number | undefined) =>
  annexes.filter(
    ({ VERSION_DESDE, VERSION_HASTA, POSTERIOR }) =>
      POSTERIOR ||
      (version !== undefined && VERSION_DESDE !== null && VERSION_DESDE <= version && (VERSION_HASTA === null || version <= VERSION_HASTA)),
  )
