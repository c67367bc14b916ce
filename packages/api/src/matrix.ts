import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { itemList, StatisticsQuery } from './item.ts'
import { Light, Ratio } from './progress.ts'
import { Flag, format, Money, PeriodName, paging, some } from './shapes.ts'

export const MATRIX_LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento', 'rubro', 'cuenta'] as const
export const MATRIX_METRICS = ['completado', 'avance', 'cumplimiento', 'atrasados', 'sinExplicar', 'materiales', 'primeraVez'] as const
const Cell = z.object({
  COD_PERIODO: z.int(),
  mes: z.int(),
  /** Ratio, count or amount, by the metric's unit; null: nothing to divide by, or amounts of several currencies. */
  valor: z.number().nullable(),
  monto: Money.nullable(),
  /** Of an amount. */
  MONEDA: z.string().nullable(),
  /** What it was divided from. */
  numerador: z.number(),
  denominador: z.number(),
  items: z.int(),
  /** Of a month in course: the value that the plan wants by this hour; null for other metrics and closed months. */
  plan: Ratio,
  /** The month has not been closed. */
  enCurso: z.boolean(),
  /** Against the plan where there is one, against the thresholds otherwise. */
  semaforo: Light,
  /** At the level of accounts: P pendiente, R revisión, X rechazado, A aprobado, — no analysis. */
  glifo: z.enum(['P', 'R', 'X', 'A', '—']).nullable(),
})
/** Over the months that it counts: closed ones, and with `enCurso` those in course too. */
const CellTotal = Cell.omit({ COD_PERIODO: true, mes: true, glifo: true, plan: true, enCurso: true })
/**
 * rules §1.2: a level of the organisation by the months of a year; rows open into the level below with its filter.
 * 422: headings without a business, sub-management or department, accounts without one of these or a heading; a workbook of too many rows.
 */
export const analysisMatrix = endpoint('GET', '/dashboard/analysis-matrix', {
  summary: 'The general matrix',
  allow: 'statistics.dashboard.read',
  query: StatisticsQuery.omit({ mes: true, periodId: true, desdePeriodId: true }).extend({
    nivel: z.enum(MATRIX_LEVELS).default('negocio'),
    metrica: z.enum(MATRIX_METRICS).optional(),
    /** The year to date counts months in course too. */
    enCurso: Flag.optional(),
    /** Of the workbook: the rows that are opened, each by the ids of its path from the first level (`3/7/12`; empty for none), with what they hold. */
    abiertas: some(z.string().regex(/^\d+(\/\d*){0,4}$/)).optional(),
    /** Of the workbook: every row down to the account, at most `MATRIX_ROWS`. */
    todo: Flag.optional(),
    ...paging(200),
    format,
  }),
  response: z.object({
    anio: z.int().nullable(),
    nivel: z.enum(MATRIX_LEVELS),
    metrica: z.enum(MATRIX_METRICS),
    meses: z.array(z.object({ mes: z.int(), COD_PERIODO: z.int(), PERIODO: PeriodName })),
    data: z.array(
      z.object({
        id: z.int().nullable(),
        nombre: z.string().nullable(),
        padre: z.string().nullable(),
        celdas: z.array(Cell),
        total: CellTotal,
      }),
    ),
    /** Recomputed from sums, by month and over all. */
    totales: z.array(Cell),
    total: CellTotal,
    filas: z.int(),
  }),
  exportable: true,
})
/** Rows that a workbook of the matrix may have. */
export const MATRIX_ROWS = 50_000
export const analysisMatrixSize = endpoint('GET', '/dashboard/analysis-matrix/size', {
  summary: 'How many rows the matrix has down to the account',
  allow: 'statistics.dashboard.read',
  query: analysisMatrix.query.pick({
    anio: true,
    nivel: true,
    paisId: true,
    negocioId: true,
    subgerenciaId: true,
    departamentoId: true,
    rubroId: true,
    rubroDe: true,
    tipo: true,
    riesgo: true,
    moneda: true,
    estructura: true,
    asOf: true,
  }),
  response: z.object({ filas: z.int(), maximo: z.int() }),
})
export const analysisMatrixDetails = itemList('/dashboard/analysis-matrix/details', 'The items of a cell of the matrix')

/** From where on a metric is green and amber, in its unit: a share's in percent. */
export const Thresholds = z.object({ verde: z.number(), ambar: z.number() })
export const MatrixParams = z
  .object({
    anios: z.array(z.int()),
    mesesPorAnio: z.record(z.string(), z.array(z.int())),
    niveles: z.array(z.enum(MATRIX_LEVELS)),
    metricas: z.array(
      z.object({
        clave: z.enum(MATRIX_METRICS),
        etiquetaEs: z.string(),
        etiquetaEn: z.string(),
        unidad: z.enum(['porcentaje', 'cantidad', 'monto']),
        /** +1: more is better. */
        sentido: z.union([z.literal(1), z.literal(-1)]),
        umbrales: Thresholds.nullable(),
        activa: z.boolean(),
      }),
    ),
    orden: z.array(z.string()),
    alcancePermitido: z.object({ paises: z.array(z.int()), negocios: z.array(z.int()) }),
    /** `anio`: the newest with an analysis in a month that has begun; a month may be opened before. */
    porDefecto: z.object({ metrica: z.enum(MATRIX_METRICS), nivel: z.enum(MATRIX_LEVELS), anio: z.int().nullable() }),
    estados: z.array(z.object({ codigo: z.string(), color: z.string(), glifo: z.string() })),
  })
  .meta({ id: 'MatrixParams' })
export const analysisMatrixParams = endpoint('GET', '/dashboard/analysis-matrix-params', {
  summary: 'What the matrix needs to offer: years, months, levels, metrics and their thresholds',
  allow: 'statistics.dashboard.read',
  etag: true,
  response: MatrixParams,
})
/** 409 `setting_moved`, with the parameters as they are now, where a metric is no longer as it was seen. 422: a green threshold that is not beyond the amber one in the metric's sense, or a default that is switched off. */
export const updateMatrixParams = endpoint('PATCH', '/dashboard/analysis-matrix-params', {
  summary: 'Thresholds, metrics in use and the default of the matrix',
  allow: 'statistics.setting.write',
  body: z.object({
    metricas: z
      .array(
        z.object({
          clave: z.enum(MATRIX_METRICS),
          umbrales: Thresholds.optional(),
          activa: z.boolean().optional(),
          visto: z.object({ umbrales: Thresholds.nullable(), activa: z.boolean() }).optional(),
        }),
      )
      .optional(),
    porDefecto: z.enum(MATRIX_METRICS).optional(),
  }),
  response: MatrixParams,
})
