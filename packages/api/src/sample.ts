import { z } from 'zod'
import { MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { ById, Flag, format, Id, Moment, Money, many, NameText, PeriodName, pageOf, paging } from './shapes.ts'

/**
 * A reproducible sample of an auditor (rules §2.8): the rows that they see, by materiality. In each stratum rows are taken in the order of
 * the SHA-256 of `semilla:COD_ANALISIS`, so whoever has the seed and the population finds the same rows.
 */
export const MAX_SAMPLED = 5000
/** None of it has been opened since; some; all. */
export const SAMPLE_STATES = ['por_revisar', 'en_revision', 'revisada'] as const
const Materiality = z.enum(MATERIALITY)

export const Sample = z
  .object({
    ID: z.int(),
    NOMBRE: z.string(),
    AUDITOR: z.string(),
    EXTRAIDA_EN: Moment,
    /** How many were asked for. */
    N: z.int(),
    SEMILLA: z.string(),
    COD_PERIODO: z.int().nullable(),
    PERIODO: PeriodName.nullable(),
    /** Of a sample of a whole country. */
    PAIS: z.string().nullable(),
    ID_NEGOCIO: z.int().nullable(),
    NEGOCIO: z.string().nullable(),
    COD_DEPARTAMENTO: z.int().nullable(),
    DEPARTAMENTO: z.string().nullable(),
    POBLACION: z.int(),
    SELECCIONADOS: z.int(),
    /** Of those, how many the auditor has opened since it was drawn. */
    VISTOS: z.int(),
    ESTADO: z.enum(SAMPLE_STATES),
    /** The auditor's observations on what was drawn, and of those how many are not closed. */
    OBSERVACIONES: z.int(),
    OBSERVACIONES_ABIERTAS: z.int(),
    /** The most material first. */
    ESTRATOS: z.array(z.object({ materialidad: Materiality, poblacion: z.int(), n: z.int() })),
  })
  .meta({ id: 'AuditSample' })
export type Sample = z.output<typeof Sample>

/** As it was when it was drawn; of a row outside the businesses and periods of the auditor's access today only that it was. */
export const SampleRow = z
  .object({
    LUGAR: z.int(),
    COD_ANALISIS: z.int(),
    PERIODO: PeriodName.nullable(),
    NEGOCIO: z.string().nullable(),
    CUENTA: z.string().nullable(),
    NOMBRE_CUENTA: z.string().nullable(),
    MATERIALIDAD: Materiality,
    MONEDA: z.string().nullable(),
    VALOR_BALANCE: Money.nullable(),
    /** Null, like the difference, of what was not submitted then. */
    VALOR_ANALISIS: Money.nullable(),
    VARIACION: Money.nullable(),
    /** It can still be opened; what was reopened since may have left the scope. */
    VISIBLE: z.boolean(),
    /** When the auditor last opened it since it was drawn: the log of accesses says so. */
    VISTO_EN: Moment.nullable(),
    /** Own observations on it, closed ones too. */
    OBSERVACIONES: z.int(),
  })
  .meta({ id: 'AuditSampleRow' })
export type SampleRow = z.output<typeof SampleRow>

const allow = ['analysis.sample.draw', 'analysis.sample.read'] as const
/** An auditor finds their own; others those that hold an analysis that they see, whole or in part. */
export const listSamples = endpoint('GET', '/audit-sample', {
  summary: 'Samples of auditors, newest first',
  allow,
  query: z.object({
    ...paging(50, { sort: ['NOMBRE', 'EXTRAIDA_EN', 'AUDITOR', 'N'] }),
    periodId: Id.optional(),
    businessId: Id.optional(),
    auditorId: Id.optional(),
    estado: many(z.enum(SAMPLE_STATES)).optional(),
    format,
  }),
  response: pageOf(Sample),
  exportable: true,
})
export const getSample = endpoint('GET', '/audit-sample/:id', {
  summary: 'One sample with its parameters',
  allow,
  params: ById,
  response: Sample,
})
export const listSampleRows = endpoint('GET', '/audit-sample/:id/analysis', {
  summary: 'The rows of a sample',
  allow,
  params: ById,
  /** `visto`: opened since it was drawn, or not yet. */
  query: z.object({ ...paging(100, { sort: ['LUGAR', 'CUENTA', 'VALOR_BALANCE'] }), visto: Flag.optional(), format }),
  response: pageOf(SampleRow),
  exportable: true,
})
/** What is not named is what stands at the top of the page, if anything does. Without a seed one is made and said. The same seed over the same population gives the same rows. 422: there is nothing to draw from. */
export const drawSample = endpoint('POST', '/audit-sample', {
  summary: 'Draw a sample from the analyses in scope, stratified by materiality',
  allow: 'analysis.sample.draw',
  body: z.object({
    nombre: NameText.min(3).max(120),
    n: z.int().min(1).max(MAX_SAMPLED),
    semilla: z.string().trim().min(1).max(64).optional(),
    periodId: Id.optional(),
    businessId: Id.optional(),
    departmentId: Id.optional(),
  }),
  response: Sample,
})
