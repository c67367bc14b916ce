import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AGES, Conversion, inGroup, Past, place, STRETCHES, StatisticsQuery } from './item.ts'
import { Completion, Forecast, OpenByDay, PeriodRef } from './progress.ts'
import { ById, Flag, FREQUENCIES, format, Id, Moment, Money, PeriodName, some } from './shapes.ts'

/** The charts, the annual indicators and the ranking (rules §1.1, §1.3, §1.4). Jefatura sees the figures of its own departments. */
const allow = 'statistics.dashboard.read'
const Ratio = z.number().min(0).max(1).nullable()
const Amounts = z.array(z.object({ MONEDA: z.string(), monto: Money }))
const ofPeriod = { period: PeriodRef.nullable() }
const ByRole = z.object({ analista: Ratio, jefatura: Ratio, control: Ratio })

/** A chart's rows, or all of them as a workbook with a sheet of its filters. */
const ChartQuery = StatisticsQuery.extend({ format })

/** What the filters of the area offer beside the countries, businesses and departments of one's own. */
export const statisticsFilters = endpoint('GET', '/statistics/filters', {
  summary: 'Sub-managements, headings, currencies and zones that the filters offer',
  allow,
  response: z.object({
    subgerencias: z.array(z.object({ COD_SUB_GERENCIA: z.int(), SUB_GERENCIA: z.string(), ID_NEGOCIO: z.int() })),
    /** A heading stands for those below it; `nivel` from 1. */
    rubros: z.array(z.object({ COD_RUBRO: z.int(), RUBRO: z.string(), nivel: z.int() })),
    monedas: z.array(z.string()),
    /** In which moments are shown: that of a country's calendar; `zona` where several differ. */
    zona: z.string(),
    zonas: z.array(z.object({ ID_PAIS: z.int(), ZONA: z.string() })),
  }),
})
/** Names, organisation, thresholds and calendars are those of today, whatever the moment. */
export const statisticsAsOf = endpoint('GET', '/statistics/as-of', {
  summary: 'What a past moment can be told from',
  allow,
  query: z.object({ asOf: Past }),
  response: z.object({
    asOf: Moment,
    /** From when on every change is kept. Of moments before it only the dates of the signatures tell what had been done. */
    desde: Moment,
    exacto: z.boolean(),
  }),
})

export const statisticsCompletion = endpoint('GET', '/statistics/completion', {
  summary: 'Completion in four ways',
  allow,
  query: ChartQuery,
  response: z.object({ ...ofPeriod, total: z.int(), completitud: Completion }),
  exportable: true,
})
export const statisticsDepartments = endpoint('GET', '/statistics/departments', {
  summary: 'Stages by department; the five sum to the total',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    data: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        total: z.int(),
        sinEnviar: z.int(),
        rechazados: z.int(),
        enJefatura: z.int(),
        enControl: z.int(),
        aprobados: z.int(),
      }),
    ),
  }),
  exportable: true,
})
/** K4b: sign-offs done by their deadline, of all items. */
export const statisticsOnTime = endpoint('GET', '/statistics/on-time', {
  summary: 'On time by role over thirteen months until the period',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    data: z.array(
      z.object({
        COD_PERIODO: z.int(),
        PERIODO: PeriodName,
        /** Not closed yet: what is not done counts as not in time (K4b), so it is no result. */
        enCurso: z.boolean(),
        items: z.int(),
        aTiempoAnalista: z.int(),
        aTiempoJefatura: z.int(),
        aTiempoControl: z.int(),
        aTiempo: ByRole,
      }),
    ),
  }),
  exportable: true,
})
/** Working days: preparacion K7 (load to first submission), jefatura and control K8, total K9. */
export const statisticsCycle = endpoint('GET', '/statistics/cycle', {
  summary: 'Days of the cycle: mean, median, ninth decile and most, and the means of thirteen months',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    data: z.array(
      z.object({
        tramo: z.enum(STRETCHES),
        n: z.int(),
        media: z.number().nullable(),
        p50: z.int().nullable(),
        p90: z.int().nullable(),
        maximo: z.int().nullable(),
      }),
    ),
    serie: z.array(
      z.object({
        COD_PERIODO: z.int(),
        PERIODO: PeriodName,
        /** Of what is done so far. */
        enCurso: z.boolean(),
        preparacion: z.number().nullable(),
        jefatura: z.number().nullable(),
        control: z.number().nullable(),
        total: z.number().nullable(),
        /** How many each mean is of: the total of `/dashboard/items` with `tramo`. */
        n: z.object({ preparacion: z.int(), jefatura: z.int(), control: z.int(), total: z.int() }),
      }),
    ),
  }),
  exportable: true,
})
export const statisticsDifferences = endpoint('GET', '/statistics/differences', {
  summary: 'Pareto of the differences by heading, of each currency',
  allow,
  query: ChartQuery.extend(inGroup),
  response: z.object({
    ...ofPeriod,
    data: z.array(
      z.object({
        MONEDA: z.string(),
        COD_RUBRO: z.int().nullable(),
        RUBRO: z.string().nullable(),
        /** With a difference over 0.01. */
        n: z.int(),
        monto: Money,
        /** Of the currency's whole, with those before it. */
        acumulado: z.number(),
      }),
    ),
    /** The same in the group's currency, where asked for and the group has one. */
    grupo: Conversion.extend({
      data: z.array(
        z.object({ COD_RUBRO: z.int().nullable(), RUBRO: z.string().nullable(), n: z.int(), monto: Money, acumulado: z.number() }),
      ),
    }).nullable(),
  }),
  exportable: true,
})
export const statisticsRejections = endpoint('GET', '/statistics/rejections', {
  summary: 'Rejections by level, department and analyst, over thirteen months',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    /** K11 = rechazos / decisiones, K12 = primera vez / aprobados, K13 = reaperturas / aprobados. */
    rechazosJefatura: z.int(),
    rechazosControl: z.int(),
    decisiones: z.int(),
    aprobados: z.int(),
    primeraVez: z.int(),
    reaperturas: z.int(),
    tasaRechazo: Ratio,
    tasaPrimeraVez: Ratio,
    tasaReapertura: z.number().nullable(),
    porDepartamento: z.array(
      z.object({
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        NEGOCIO: z.string().nullable(),
        rechazosJefatura: z.int(),
        rechazosControl: z.int(),
        decisiones: z.int(),
        tasa: Ratio,
      }),
    ),
    /** The most frequent first; null: no reason was given. They sum to the rejections of both levels. */
    porMotivo: z.array(
      z.object({
        codigo: z.string().nullable(),
        nombre: z.string().nullable(),
        nivel: z.enum(['JEFATURA', 'CONTROL']),
        rechazos: z.int(),
        /** That were rejected, each once: the total of `/dashboard/items` with `rechazo` and `motivo`. */
        analisis: z.int(),
        acumulado: z.number(),
      }),
    ),
    porAnalista: z.array(z.object({ ID_ANALISTA: z.int(), ANALISTA: z.string(), rechazos: z.int(), decisiones: z.int(), tasa: Ratio })),
    serie: z.array(
      z.object({ PERIODO: PeriodName, rechazosJefatura: z.int(), rechazosControl: z.int(), decisiones: z.int(), tasa: Ratio }),
    ),
  }),
  exportable: true,
})
export const statisticsBurndown = endpoint('GET', '/statistics/burndown', {
  summary: 'Burn-down of each role against its deadline, with the forecast',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    items: z.int(),
    data: OpenByDay,
    pronostico: z.array(Forecast),
  }),
  exportable: true,
})
export const statisticsAging = endpoint('GET', '/statistics/aging', {
  summary: 'Open differences by the days since the period in which they first appeared',
  allow,
  query: ChartQuery.extend(inGroup),
  response: z.object({
    ...ofPeriod,
    total: z.int(),
    /** `monto`: what is unexplained, of each currency. */
    data: z.array(z.object({ rango: z.enum(AGES), n: z.int(), monto: Amounts })),
    /** The same amounts in the group's currency, where asked for and the group has one. */
    grupo: Conversion.extend({ data: z.array(z.object({ rango: z.enum(AGES), monto: Money })) }).nullable(),
  }),
  exportable: true,
})

/** A count of each mark; an item with several marked members is in each of theirs, in `marcados` once. */
const Marked = { total: z.int(), marcados: z.int(), alto: z.int(), bajo: z.int(), silencio: z.int() }
export const statisticsMovements = endpoint('GET', '/statistics/movements', {
  summary: 'What moved out of the usual, or should have moved and did not, by country, business and heading',
  allow,
  query: ChartQuery,
  response: z.object({
    ...ofPeriod,
    ...Marked,
    porPais: z.array(z.object({ ID_PAIS: z.int(), PAIS: z.string(), ...Marked })),
    porNegocio: z.array(z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), ...Marked })),
    /** Of the highest level. */
    porRubro: z.array(z.object({ COD_RUBRO: z.int().nullable(), RUBRO: z.string().nullable(), ...Marked })),
  }),
  exportable: true,
})

export const INDICATORS = [
  'K1',
  'K2',
  'K3',
  'K4A',
  'K4J',
  'K4C',
  'K5',
  'K7',
  'K8J',
  'K8C',
  'K9',
  'K10',
  'K11',
  'K12',
  'K13',
  'K14',
  'K15',
  'K16',
  'K17',
] as const
/** Percent: 0 to 100. Null: nothing to divide by. Amounts of several currencies are not added: ask with `moneda`. */
const Figure = z.number().nullable()
const Parts = z.object({ numerador: z.number(), denominador: z.number() })
const IndicatorRow = z.object({
  codigo: z.enum(INDICATORS),
  etiquetaEs: z.string(),
  etiquetaEn: z.string(),
  unidad: z.enum(['porcentaje', 'cantidad', 'dias']),
  /** +1: more is better. */
  sentido: z.union([z.literal(1), z.literal(-1)]),
  /** January to December; what the ratio is made of beside it. A month that has not been closed is `enCurso`, and neither best nor worst. */
  meses: z.array(
    z.object({
      mes: z.int(),
      COD_PERIODO: z.int(),
      valor: Figure,
      numerador: z.number(),
      denominador: z.number(),
      enCurso: z.boolean(),
      semaforo: z.enum(['verde', 'ambar', 'rojo']).nullable(),
    }),
  ),
  /** Year to date over closed months (with `enCurso` over all), ratio of sums; the year before until the same month; points or units between them. */
  acumulado: Figure,
  anterior: Figure,
  delta: Figure,
  /** What both are made of, of the months in `rangos`. */
  partes: z.object({ acumulado: Parts, anterior: Parts }),
  objetivo: z.number().nullable(),
  semaforo: z.enum(['verde', 'ambar', 'rojo']).nullable(),
  mejorMes: z.int().nullable(),
  peorMes: z.int().nullable(),
  /** The last thirteen months, for a sparkline. */
  tendencia: z.array(Figure),
})
const Months = z.array(z.object({ COD_PERIODO: z.int(), PERIODO: PeriodName }))
export const statisticsIndicators = endpoint('GET', '/statistics/indicators', {
  summary: 'The annual indicators: twelve months, year to date, the year before, target and trend',
  allow,
  query: StatisticsQuery.omit({ mes: true, periodId: true, desdePeriodId: true }).extend({ enCurso: Flag.optional(), format }),
  response: z.object({
    anio: z.int().nullable(),
    /** Periods of the year closed formally. */
    cerrados: z.int(),
    monedas: z.array(z.string()),
    /** The months of the year to date and of the year before: `periodIds` of `/dashboard/items`. */
    rangos: z.object({ acumulado: Months, anterior: Months }),
    data: z.array(IndicatorRow),
  }),
  exportable: true,
})
export const statisticsIndicator = endpoint('GET', '/statistics/indicators/:codigo', {
  summary: 'One figure of the annual indicators beside the year before, and the part that made it worse most',
  allow,
  params: z.object({ codigo: z.enum(INDICATORS) }),
  /** Of these months together. */
  query: StatisticsQuery.omit({ mes: true, anio: true, periodId: true, desdePeriodId: true }).extend({ periodIds: some(Id) }),
  response: z.object({
    valor: Figure,
    /** The same month of the year before, of several those until the last; null without such a month or figure. */
    anterior: Figure,
    delta: Figure,
    meses: Months,
    /** Country, business or department, below what is cut: the one without which (`sin`) the figure would be best; null where none makes it worse. */
    parte: z
      .object({
        nivel: z.enum(['pais', 'negocio', 'departamento']),
        /** Null: what has none. */
        id: z.int().nullable(),
        nombre: z.string().nullable(),
        valor: Figure,
        numerador: z.number(),
        denominador: z.number(),
        sin: z.number(),
      })
      .nullable(),
  }),
})
const Target = z.object({ codigo: z.enum(INDICATORS), valor: z.number().min(0).max(1000).nullable() })
export const statisticsTargets = endpoint('GET', '/statistics/targets', {
  summary: 'Targets of a year; without a wish the newest that has a period',
  allow,
  query: StatisticsQuery.pick({ anio: true }),
  response: z.object({ anio: z.int(), data: z.array(Target) }),
})
/** Null takes a year's own target back. 409 `target_moved` where a target is no longer the one that was seen when it was written. */
export const updateTargets = endpoint('PATCH', '/statistics/targets', {
  summary: 'Set targets of a year',
  allow: 'statistics.setting.write',
  body: z.object({
    anio: z.int().min(1990).max(2200),
    data: z
      .array(Target.extend({ visto: Target.shape.valor.optional() }))
      .min(1)
      .max(50),
  }),
  response: z.object({ anio: z.int(), data: z.array(Target) }),
})

export const COMPONENTS = ['P', 'C', 'Q', 'E', 'A'] as const
const Weights = z.object({
  P: z.number().min(0).max(100),
  C: z.number().min(0).max(100),
  Q: z.number().min(0).max(100),
  E: z.number().min(0).max(100),
  A: z.number().min(0).max(100),
})
const Interval = z.object({ valor: Ratio, desde: Ratio, hasta: Ratio, n: z.int() })
/**
 * IC = 100 · Σ weight · component: P on time (K4b of all sign-offs), C completed when the period was due to close, Q approved at the first
 * attempt (K12), E exactness (1 − K16 ratio / 0.5 %), A agility (against 6 working days of K9). A component without anything to divide
 * by counts as 0 in the index and is null here. Under 20 items: `muestra_insuficiente`, not ranked.
 * Ordered by the adjusted index, or by the raw one where `ajustar` is false: places, quarters, intervals, possible places and gaps are those of the
 * index that orders.
 * Jefatura sees its own businesses in full, and of the others in its countries name and index; with `anonimo` a number instead of the name, and
 * a negative id that says nothing.
 */
export const statisticsCompetitiveness = endpoint('GET', '/statistics/competitiveness', {
  summary: 'Businesses, countries or departments ranked for a period or a range',
  allow,
  query: StatisticsQuery.pick({ mes: true, anio: true, periodId: true, asOf: true }).extend({
    paisId: place.paisId,
    /** First period of a range that ends in the one asked for. */
    desdePeriodId: Id.optional(),
    nivel: z.enum(['pais', 'negocio', 'departamento']).default('negocio'),
    /** Whether the mix of strata is adjusted for; both indices are answered either way. */
    ajustar: Flag.default(true),
    format,
  }),
  response: z.object({
    ...ofPeriod,
    pesos: Weights,
    /** As it was asked for. */
    ajustado: z.boolean(),
    /** Whether names are kept from whoever sees of others the index alone. */
    anonimo: z.boolean(),
    /** The index of all of them together. */
    todos: z.number().nullable(),
    data: z.array(
      z.object({
        id: z.int(),
        nombre: z.string(),
        propio: z.boolean(),
        items: z.int().nullable(),
        estado: z.enum(['clasificado', 'muestra_insuficiente']),
        /** By the index that orders; dense: ties share it. */
        puesto: z.int().nullable(),
        puestoAnterior: z.int().nullable(),
        puestoAnioAnterior: z.int().nullable(),
        cuartil: z.int().min(1).max(4).nullable(),
        indice: z.number().nullable(),
        /** The index with P, C and Q adjusted for the mix of risk, materiality and frequency (indirect standardisation). */
        indiceAjustado: z.number().nullable(),
        componentes: z.object({ P: Ratio, C: Ratio, Q: Ratio, E: Ratio, A: Ratio }).nullable(),
        /** What `indiceAjustado` is made of: P, C and Q as if all had the same mix. */
        componentesAjustados: z.object({ P: Ratio, C: Ratio, Q: Ratio, E: Ratio, A: Ratio }).nullable(),
        /** Of the index that orders, 95 %, in points. */
        intervaloIndice: z.object({ desde: z.number(), hasta: z.number() }).nullable(),
        /** Places that cannot be ruled out: by the differences of all pairs at 5 %, corrected after Holm. */
        puestosPosibles: z.object({ desde: z.int(), hasta: z.int() }).nullable(),
        /** What the components are made of: the totals of lists. `exactitud` is of the currency of most of its analyses. */
        partes: z
          .object({
            aTiempoAnalista: z.int(),
            aTiempoJefatura: z.int(),
            aTiempoControl: z.int(),
            alCierre: z.int(),
            aprobados: z.int(),
            primeraVez: z.int(),
            terminados: z.int(),
            dias: z.int(),
            exactitud: z.object({ MONEDA: z.string(), sinExplicar: Money, saldo: Money }).nullable(),
          })
          .nullable(),
        /** Wilson, 95 %. */
        intervalos: z.object({ P: Interval, C: Interval, Q: Interval }).nullable(),
        /** Points lost to the leader, by component; they sum to the difference of the indices. */
        brecha: z.object({ P: z.number(), C: z.number(), Q: z.number(), E: z.number(), A: z.number() }).nullable(),
      }),
    ),
  }),
  exportable: true,
})
export const statisticsCompetitor = endpoint('GET', '/statistics/competitiveness/:id', {
  summary: 'One of the ranking through thirteen months, and its mix beside that of all',
  allow,
  params: ById,
  query: statisticsCompetitiveness.query.omit({ format: true }),
  response: z.object({
    /** Indices by month, adjusted or raw as it was asked for, each with the weights of now; null with too few items. `mediana`: of all that are ranked. */
    serie: z.array(
      z.object({ PERIODO: PeriodName, indice: z.number().nullable(), lider: z.number().nullable(), mediana: z.number().nullable() }),
    ),
    /** Shares of the items by risk, materiality and the frequency that was in force, for which the index is adjusted. */
    mezcla: z.array(
      z.object({
        riesgo: z.enum(['A', 'M', 'B']),
        material: z.boolean(),
        frecuencia: z.enum(FREQUENCIES),
        /** Of its own items. */
        items: z.int(),
        parte: Ratio,
        parteTodos: Ratio,
      }),
    ),
  }),
})
/** 409 `setting_moved`, with the weights of now, where they are no longer those that were seen. */
export const updateWeights = endpoint('PATCH', '/statistics/competitiveness', {
  summary: 'Weights of the ranking, in percent; they sum to 100',
  allow: 'statistics.setting.write',
  body: Weights.extend({ visto: Weights.optional() }),
  response: z.object({ pesos: Weights }),
})
/** Holds for past moments too. */
export const updateRankingNames = endpoint('PATCH', '/statistics/competitiveness/names', {
  summary: 'Whether a head of department sees the names of others in the ranking',
  allow: 'statistics.setting.write',
  body: z.object({ anonimo: z.boolean() }),
  response: z.object({ anonimo: z.boolean() }),
})
