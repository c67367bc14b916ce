import { z } from 'zod'
import { filters } from './analysis.ts'
import { binary, endpoint } from './endpoint.ts'
import { Id, Moment, many } from './shapes.ts'

/** The filters of the lists of analyses, without what only orders them. */
const { orderBy: _, ...narrowing } = filters

/**
 * A ZIP with every file, event and signature of the analyses chosen, a manifest of SHA-256 and a page that checks all of it without a
 * network. 422: nothing is chosen, or it would be larger than 3.5 GB. 404: there is nothing in what was chosen. 403 for an auditor whose access leaves out
 * documents, signature dates or internal comments. `sampleId`: a sample of the caller's own, of which goes what is in scope still.
 */
export const evidenceBinder = endpoint('GET', '/analysis/binder', {
  summary: 'Evidence binder of a period or of a selection',
  allow: 'analysis.binder.make',
  query: z.object({ ...narrowing, search: z.string().trim().max(100).optional(), ids: many(Id).optional(), sampleId: Id.optional() }),
  response: binary(),
  bytes: true,
  carries: 'export',
})

/** `huella`: the SHA-256 of a binder's manifest. */
export const checkBinder = endpoint('GET', '/analysis/binder/:huella', {
  summary: 'Whether a binder with this manifest was made here, by whom and when',
  allow: 'analysis.item.read',
  params: z.object({ huella: z.string().regex(/^[0-9a-f]{64}$/, 'huella') }),
  response: z.object({
    conocido: z.boolean(),
    hechoPor: z.string().nullable(),
    hechoEn: Moment.nullable(),
    analisis: z.int().nullable(),
    archivos: z.int().nullable(),
  }),
})
