import { z } from 'zod'
import { filters } from './analysis.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { Id, Moment, many, PeriodName, SearchText } from './shapes.ts'

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
  query: z.object({ ...narrowing, search: SearchText.max(100).optional(), ids: many(Id).optional(), sampleId: Id.optional() }),
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

/** The public half of the key that signs manifests: SPKI in base64, and the SHA-256 of its bytes. */
export const BinderKey = z.object({ algoritmo: z.literal('Ed25519'), clave: z.string(), huella: z.string() }).meta({ id: 'BinderKey' })
/** Without signing in: whoever received a binder compares its key with this one, and a public key is no secret. */
export const binderKey = endpoint('GET', '/binder-key', {
  summary: 'The public key by which the manifest of a binder is known to be signed here',
  allow: 'public',
  response: BinderKey,
})

/** `igual`: what is kept here; `otro`: something else is; `falta`: it is not here, or not in the caller's scope. */
const KEPT = ['igual', 'otro', 'falta'] as const
export const CheckedBinder = z
  .object({
    /** `valida`: signed by this server's key, just as it is; `alterada`: not as it was signed; `ausente`: there is no signature. */
    firma: z.enum(['valida', 'alterada', 'ausente']),
    /** A binder with this very manifest was made here. */
    conocido: z.boolean(),
    hechoPor: z.string().nullable(),
    hechoEn: Moment.nullable(),
    /**
     * `igual`: the chain still ends as in the binder; `sigue`: it has gone on since, and holds what the binder has; `otra`: it does not hold
     * it; `ajeno`: there is no such period for the caller.
     */
    periodos: z.array(
      z.object({
        periodo: PeriodName,
        eventos: z.int(),
        hoy: z.int().nullable(),
        cadena: z.enum(['igual', 'sigue', 'otra', 'ajeno']),
        /** The chain as it is here today is whole. */
        integra: z.boolean(),
      }),
    ),
    /** Of each submitted file and annex, by its path in the binder. */
    guardados: z.array(z.object({ ruta: z.string(), estado: z.enum(KEPT) })),
  })
  .meta({ id: 'CheckedBinder' })
export type CheckedBinder = z.output<typeof CheckedBinder>
/**
 * What the server knows of a binder, from its manifest and signature; the files stay where they are, and whoever holds them compares them
 * with the manifest. Changes nothing. 422: it is no manifest.
 */
export const checkBinderManifest = endpoint('POST', '/analysis/binder/check', {
  summary: 'Whether the manifest of a binder was signed here, and what is kept of it today',
  allow: 'analysis.item.read',
  multipart: true,
  body: z.object({ file: file(), firma: z.string().max(4000).optional() }),
  response: CheckedBinder,
})
