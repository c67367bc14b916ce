import { z } from 'zod'
import { Annex, Evidence, Shown } from './analysis.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { ById, Done, Flag, Id } from './shapes.ts'

/** Further files beside the one that a version is sent with: the extract, the contract, the e-mail, photographs. */

/** Annexes of one version. */
export const MAX_ANNEXES = 10

const Description = z.string().trim().max(200)
const added = (path: `/${string}`, summary: string) =>
  endpoint('POST', path, {
    summary,
    allow: ['analysis.item.submit', 'analysis.control.decide'],
    params: ById,
    multipart: true,
    body: z.object({
      file: file(),
      DESCRIPCION: Description.optional(),
      /** To a closed period, by control or the analyst: marked as such, with an event of its own. */
      POSTERIOR: Flag.default(false),
    }),
    response: Annex,
  })
/**
 * Kept with the draft and part of the version that is sent next. 403: it is somebody else's. 409: it does not wait for its analyst, or the same
 * content is there already (`current` is that annex); with POSTERIOR: the period is not closed. 422: a file that cannot be used, or one too many.
 */
export const addAnnex = added('/analysis/:id/annex', 'Add an annex to an analysis, or a late one to a closed one')
export const addGroupAnnex = added('/analysis/group/:id/annex', 'Add an annex to a group, for all its members')

const removed = (path: `/${string}`, summary: string) =>
  endpoint('DELETE', path, { summary, allow: 'analysis.item.submit', params: ById.extend({ annexId: Id }), response: Done })
/** What was part of a sent version stays part of it. 409: it does not wait for its analyst. */
export const removeAnnex = removed('/analysis/:id/annex/:annexId', 'Take an annex away from what is sent next')
export const removeGroupAnnex = removed('/analysis/group/:id/annex/:annexId', 'Take an annex away from what a group sends next')

/** 409: it was sent. */
export const describeAnnex = endpoint('PATCH', '/analysis/annex/:id', {
  summary: 'Say what an annex is, before it is sent',
  allow: 'analysis.item.submit',
  params: ById,
  body: z.object({ DESCRIPCION: Description }),
  response: Annex,
})

export const annexFile = endpoint('GET', '/analysis/annex/:id', {
  summary: 'An annex, as it was added; that it was downloaded is recorded',
  allow: 'analysis.item.read',
  params: ById,
  query: Shown,
  response: binary(),
  bytes: true,
})
export const annexEvidence = endpoint('GET', '/analysis/annex/:id/evidence', {
  summary: 'An annex prepared for reading in the page',
  allow: 'analysis.item.read',
  params: ById,
  response: Evidence,
  carries: 'document',
})
export const seeAnnex = endpoint('POST', '/analysis/annex/:id/seen', {
  summary: 'Record that the caller has had an annex in view',
  allow: 'analysis.item.read',
  params: ById,
  response: Done,
  carries: 'look',
})
