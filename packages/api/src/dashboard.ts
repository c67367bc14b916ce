import { z } from 'zod'
import { Analysis, MATERIALITY } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Conversion, DashboardQuery, ITEM_ROLES, Item, ItemPage, ItemQuery, inGroup, RANGE_KINDS, StatisticsQuery } from './item.ts'
import { ById, Flag, format, Id, Moment, Money, Percent, PeriodName, pageOf, paging } from './shapes.ts'

/**
 * Every dashboard is a GROUP BY of the same items (rules §1.0). Ratios are ratios of sums; an empty denominator is null, shown as "—".
 * Each count is the total of `/dashboard/items` with the filters of the screen and those that `FIGURE_LIST` names for it.
 */
const Ratio = z.number().min(0).max(1).nullable()
export const PeriodRef = z.object({
  COD_PERIODO: z.int(),
  PERIODO: PeriodName,
  ESTADO_ID: z.int(),
  VENCE_ANALISTA: Moment,
  VENCE_JEFATURA: Moment,
  VENCE_CONTROL: Moment,
  VENCE_CIERRE: Moment,
})

/** K6: every item is in exactly one of the four. */
export const Completion = z.object({ completado: z.int(), completadoTarde: z.int(), vencido: z.int(), pendiente: z.int() })
const Amounts = z.array(z.object({ MONEDA: z.string(), monto: Money }))
/** From 95 % green, from 85 % amber; null where there is nothing to judge. */
const Light = z.enum(['verde', 'ambar', 'rojo']).nullable()
/** K21: when the open items of a role are done at the pace of the last six periods on the same day of the closing; never before the role that it waits for. */
export const Forecast = z
  .object({
    rol: z.enum(ITEM_ROLES),
    abiertos: z.int(),
    /** Median of sign-offs a working day; null without a past. */
    ritmo: z.number().nullable(),
    /** Sign-offs a working day since the first of this month; null without one. */
    ritmoMes: z.number().nullable(),
    fecha: z.iso.date().nullable(),
    /** At the fast and at the slow pace of this month and the middle half of those before; null where it is more than a year ahead. */
    desde: z.iso.date().nullable(),
    hasta: z.iso.date().nullable(),
    vence: Moment,
    /** Green by the deadline's day, amber one working day after it. */
    semaforo: Light,
  })
  .meta({ id: 'Forecast' })
/** Balances loaded of those expected: what had a balance other than zero in the period before. A month with few of them is not done, however far its analyses are. */
export const LoadedBalances = z
  .object({ esperados: z.int(), cargados: z.int(), parte: Ratio, negociosSinCargar: z.int() })
  .meta({ id: 'LoadedBalances' })
const Progress = {
  items: z.int(),
  /** K2 sign-offs done and required. */
  firmas: z.int(),
  firmasRequeridas: z.int(),
  avance: Ratio,
  /** K3 */
  completado: Ratio,
  /** K4a over all three roles. */
  aTiempo: Ratio,
  /** Open and past due: `completitud=vencido`. */
  vencidos: z.int(),
  /** K5: open past due and approved after due, `completitud=vencido,completado_tarde`. */
  fueraDePlazo: z.int(),
  /** K16 by currency would mix; one figure per currency. */
  sinExplicar: Amounts,
  /** K15: supported of what has to be, by currency. */
  sustentado: z.array(z.object({ MONEDA: z.string(), sustentado: Money, requerido: Money, parte: Ratio })),
}
/** Of `avance`: a month in course against the plan of this hour, a closed one against the target. */
const Judged = { ...Progress, semaforoAvance: Light }

export const dashboardManagement = endpoint('GET', '/dashboard/analysis-gerencia', {
  summary: 'Progress of a period for management: figures, by country and business, ten largest differences',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery.extend(inGroup),
  response: z.object({
    period: PeriodRef.nullable(),
    saldos: LoadedBalances,
    /** What should be done by now, of a month in course: from its end to the deadlines in straight lines. */
    plan: z.object({ avance: z.number(), completado: z.number() }).nullable(),
    total: z.object({ ...Judged, completitud: Completion, anterior: z.object({ avance: Ratio, aTiempo: Ratio }).nullable() }),
    porNegocio: z.array(
      z.object({
        ID_PAIS: z.int(),
        PAIS: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        ...Judged,
        /** Percentage points of `avance` against the period before. */
        deltaAvance: z.number().nullable(),
      }),
    ),
    porPais: z.array(z.object({ ID_PAIS: z.int(), PAIS: z.string(), ...Judged, deltaAvance: z.number().nullable() })),
    /** In the group's currency: by what they are in it, without those that have no rate. */
    mayoresDiferencias: z.array(Analysis),
    /** Where asked for and the group has a currency. `sinTasa`: items with a difference; of the unexplained, beside it. */
    grupo: Conversion.extend({
      sinExplicar: z.array(z.object({ ID_NEGOCIO: z.int(), monto: Money })),
      sinExplicarSinTasa: Conversion.shape.sinTasa,
      diferencias: z.array(z.object({ COD_ANALISIS: z.int(), VARIACION: Money })),
    }).nullable(),
    /** Past due, the riskiest first: the head of `completitud=vencido`. */
    listaRoja: z.array(Analysis),
    pronostico: z.array(Forecast),
    /** K10: working days from the end of the last formally closed period to its closing. */
    cierre: z.object({ PERIODO: PeriodName, dias: z.int() }).nullable(),
    serie: z.array(z.object({ PERIODO: PeriodName, avance: Ratio, aTiempo: Ratio, completado: Ratio })),
  }),
})
export const dashboardByDepartment = endpoint('GET', '/dashboard/analysis-jefatura-by-department', {
  summary: 'States by department',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        NEGOCIO: z.string(),
        ID_NEGOCIO: z.int(),
        JEFE: z.string().nullable(),
        total: z.int(),
        /** `bandeja=por_preparar`: also in `pendiente` or `rechazado`, which with `revision` and `aprobado` add up to the total. */
        porPreparar: z.int(),
        pendiente: z.int(),
        revision: z.int(),
        rechazado: z.int(),
        aprobado: z.int(),
        vencidos: z.int(),
        /** Late sign-offs of at least one role: `plazo=fuera`. */
        fueraDePlazo: z.int(),
        /** K8: average working days of the decision of jefatura. */
        diasJefatura: z.number().nullable(),
      }),
    ),
  }),
})
export const dashboardAnalyst = endpoint('GET', '/dashboard/analista', {
  summary: 'My work of the period: counters, what is late, due and rejected',
  allow: 'analysis.item.submit',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    contadores: z.object({
      total: z.int(),
      porPreparar: z.int(),
      enJefatura: z.int(),
      enControl: z.int(),
      rechazados: z.int(),
      aprobados: z.int(),
      venceHoy: z.int(),
      vence48h: z.int(),
    }),
    saldos: LoadedBalances,
    completitud: Completion,
    /** K4a of what I have to submit. */
    aTiempo: Ratio,
    /** K12 */
    primeraVez: Ratio,
    /** The first twenty of each; `atrasados` and `proximos` are what I have to prepare, past due and not. */
    rechazados: z.array(Analysis),
    atrasados: z.object({ total: z.int(), data: z.array(Analysis) }),
    proximos: z.object({ total: z.int(), data: z.array(Analysis) }),
  }),
})
/** Whose turn it is: the five add up to `total`. `porAprobar` is the one of the caller's level; `vencidos` are some of those that are not approved. */
const Turns = {
  total: z.int(),
  sinEnviar: z.int(),
  rechazados: z.int(),
  enJefatura: z.int(),
  enControl: z.int(),
  aprobados: z.int(),
  porAprobar: z.int(),
  vencidos: z.int(),
}
const OfControl = {
  ...Turns,
  /** K8 of control, K13, K16. */
  diasControl: z.number().nullable(),
  reaperturas: z.int(),
  reapertura: z.number().nullable(),
  sinExplicar: Amounts,
}
const Queue = z.object({
  period: PeriodRef.nullable(),
  ...Turns,
  pronostico: z.array(Forecast),
  saldos: LoadedBalances,
  /** The first ten that wait for me, the riskiest first. */
  primeros: z.array(Analysis),
})
export const dashboardJefatura = endpoint('GET', '/dashboard/jefatura-area', {
  summary: 'What waits for me as jefatura, by department and analyst',
  allow: 'analysis.jefatura.decide',
  query: DashboardQuery,
  response: Queue.extend({
    porDepartamento: z.array(
      z.object({
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        NEGOCIO: z.string().nullable(),
        ...Turns,
        /** K8 of jefatura, K11. */
        diasJefatura: z.number().nullable(),
        rechazo: Ratio,
      }),
    ),
    /** `porPreparar`: not sent, or rejected. */
    porAnalista: z.array(z.object({ ID_ANALISTA: z.int(), ANALISTA: z.string(), ...Turns, porPreparar: z.int() })),
  }),
})
export const dashboardControl = endpoint('GET', '/dashboard/control', {
  summary: 'What waits for control, by business',
  allow: 'analysis.control.decide',
  query: DashboardQuery,
  response: Queue.extend({
    sinAsignar: z.int(),
    porNegocio: z.array(z.object({ ID_NEGOCIO: z.int(), NEGOCIO: z.string(), ...OfControl })),
    porSubgerencia: z.array(
      z.object({ ID_NEGOCIO: z.int(), COD_SUB_GERENCIA: z.int().nullable(), SUB_GERENCIA: z.string().nullable(), ...OfControl }),
    ),
    /** K1 by head of department; of nobody where the department has none. */
    cobertura: z.array(
      z.object({ ID_JEFE: z.int().nullable(), JEFE: z.string().nullable(), cuentas: z.int(), asignadas: z.int(), parte: Ratio }),
    ),
  }),
})

/** The list that every figure opens; the figure is its total, or a sum of it. */
const itemList = (path: `/${string}`, summary: string) =>
  endpoint('GET', path, { summary, allow: 'statistics.dashboard.read', query: ItemQuery, response: ItemPage, exportable: true })
export const dashboardItems = endpoint('GET', '/dashboard/items', {
  summary: 'The items that a figure counts, with their sums',
  // The homes of the analyst, jefatura and control count items too.
  allow: ['statistics.dashboard.read', 'analysis.item.submit', 'analysis.jefatura.decide', 'analysis.control.decide'],
  query: ItemQuery,
  response: ItemPage,
  exportable: true,
})

const Tile = {
  ...Progress,
  completitud: Completion,
  saldos: LoadedBalances,
  /** Of `aTiempo`; not green while balances are missing. */
  semaforo: Light,
}
export const dashboardBusinesses = endpoint('GET', '/dashboard/bussines', {
  summary: 'Tiles: the businesses in scope with what is completed and late',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_PAIS: z.int(),
        PAIS: z.string(),
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        RUTA_IMAGEN: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})
export const dashboardSubManagements = endpoint('GET', '/dashboard/get-subgerencias-data', {
  summary: 'One level down: sub-managements',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_SUB_GERENCIA: z.int().nullable(),
        SUB_GERENCIA: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})
export const dashboardDepartments = endpoint('GET', '/dashboard/get-departamentos-data', {
  summary: 'One level down: departments',
  allow: 'statistics.dashboard.read',
  // A bucket of `/dashboard/analysis-range?tipo=porcentaje`, by its code.
  query: DashboardQuery.extend({ rango: z.string().max(20).optional() }),
  response: z.object({
    period: PeriodRef.nullable(),
    data: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_SUB_GERENCIA: z.int().nullable(),
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        JEFE: z.string().nullable(),
        ...Tile,
      }),
    ),
  }),
})

const OfBusiness = z.object({ negocioId: Id })
/** K18, the largest difference first; with the sums of all of it by currency. */
export const accountsWithDifferences = endpoint('GET', '/dashboard/accounts-with-differences/:negocioId', {
  summary: 'Accounts of a business whose analysis leaves a difference',
  allow: 'statistics.dashboard.read',
  params: OfBusiness,
  query: ItemQuery.omit({ negocioId: true }),
  response: ItemPage.extend({
    data: z.array(
      Item.extend({
        /** Of the balance, in percent; null where that is 0. */
        VARIACION_PCT: Percent.nullable(),
        /** Days since the end of the period in which it first appeared (K19); null when it is explained and approved. */
        ANTIGUEDAD: z.int().nullable(),
      }),
    ),
  }),
  exportable: true,
})
/** The last 24 periods until the one asked for, oldest first. */
export const dashboardAccountHistory = endpoint('GET', '/dashboard/account-history/:negocioId/:codCuenta', {
  summary: 'What became of an account in 24 periods',
  allow: 'statistics.dashboard.read',
  params: OfBusiness.extend({ codCuenta: z.string().min(1).max(120) }),
  query: DashboardQuery.pick({ mes: true, anio: true, periodId: true, asOf: true }).extend({ format }),
  response: z.object({
    CUENTA: z.string(),
    NOMBRE_CUENTA: z.string(),
    NEGOCIO: z.string(),
    MONEDA: z.string(),
    data: z.array(
      z.object({
        PERIODO: PeriodName,
        COD_ANALISIS: z.int().nullable(),
        AGRUPADO_ID: z.int().nullable(),
        VALOR_BALANCE: Money,
        VALOR_ANALISIS: Money.nullable(),
        VARIACION: Money.nullable(),
        VARIACION_PERIODO: Money.nullable(),
        UMBRAL_MONTO: Money.nullable(),
        UMBRAL_PORCENTAJE: Percent.nullable(),
        MATERIALIDAD: z.enum(MATERIALITY).nullable(),
        ESTADO_PRINCIPAL_ID: z.int().nullable(),
        FECHA_ENVIO: Moment.nullable(),
        FECHA_JEFATURA: Moment.nullable(),
        FECHA_CONTROL: Moment.nullable(),
        COMENTARIO_VARIACION: z.string().nullable(),
        ARCHIVOS: z.int(),
      }),
    ),
  }),
  exportable: true,
})
/** K5 by role: a row for each sign-off that came late or has not come, latest first. */
export const accountsOutOfDeadline = endpoint('GET', '/dashboard/accounts-out-of-deadline/:negocioId', {
  summary: 'Sign-offs of a business that are past their deadline',
  allow: 'statistics.dashboard.read',
  params: OfBusiness,
  query: DashboardQuery.omit({ negocioId: true }).extend({ ...paging(100, 1000), format, rol: z.enum(ITEM_ROLES).optional() }),
  response: pageOf(
    z.object({
      COD_ANALISIS: z.int(),
      AGRUPADO_ID: z.int().nullable(),
      CUENTA: z.string(),
      NOMBRE_CUENTA: z.string(),
      DEPARTAMENTO: z.string().nullable(),
      ROL: z.enum(ITEM_ROLES),
      RESPONSABLE: z.string().nullable(),
      /** The deadline in force, and the period's own. */
      VENCE: Moment,
      VENCE_ORIGINAL: Moment,
      /** Null: still open. */
      COMPLETADO: Moment.nullable(),
      /** Working days, a started one counts. */
      DIAS_ATRASO: z.int(),
    }),
  ),
  exportable: true,
})

/** v1: a row per analysis. */
export const departmentDetails = endpoint('GET', '/dashboard/analysis-jefatura-by-department/:id/details', {
  summary: 'The analyses of a department',
  allow: 'statistics.dashboard.read',
  params: ById,
  query: ItemQuery.omit({ departamentoId: true }),
  response: pageOf(Item),
  exportable: true,
})
/** v2: a row per item, with the members of a group nested. */
export const departmentDetailsV2 = endpoint('GET', '/dashboard/analysis-jefatura-by-department/:id/details-v2', {
  summary: 'The items of a department, groups with their members',
  allow: 'statistics.dashboard.read',
  params: ById,
  query: ItemQuery.omit({ departamentoId: true }),
  response: ItemPage.extend({
    data: z.array(
      Item.extend({
        INTEGRANTES: z.array(
          z.object({
            COD_ANALISIS: z.int(),
            CUENTA: z.string(),
            NOMBRE_CUENTA: z.string(),
            MONEDA: z.string(),
            VALOR_BALANCE: Money,
            VALOR_ANALISIS: Money,
            VARIACION: Money,
            ESTADO_PRINCIPAL_ID: z.int(),
            ESTADO_JEFATURA_ID: z.int(),
            ESTADO_CONTROL_ID: z.int().nullable(),
          }),
        ),
      }),
    ),
  }),
  exportable: true,
})

export const MATRIX_LEVELS = ['pais', 'negocio', 'subgerencia', 'departamento', 'rubro', 'cuenta'] as const
export const MATRIX_METRICS = ['completado', 'avance', 'cumplimiento', 'atrasados', 'sinExplicar', 'materiales', 'primeraVez'] as const
const Cell = z.object({
  COD_PERIODO: z.int(),
  mes: z.int(),
  /** Ratio, count or amount, by the metric's unit; null: nothing to divide by, or amounts of several currencies. */
  valor: z.number().nullable(),
  monto: Money.nullable(),
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
 * 422: headings without a business, sub-management or department, accounts without one of these or a heading.
 */
export const analysisMatrix = endpoint('GET', '/dashboard/analysis-matrix', {
  summary: 'The general matrix',
  allow: 'statistics.dashboard.read',
  query: StatisticsQuery.omit({ mes: true, periodId: true, desdePeriodId: true }).extend({
    nivel: z.enum(MATRIX_LEVELS).default('negocio'),
    metrica: z.enum(MATRIX_METRICS).optional(),
    /** The year to date counts months in course too. */
    enCurso: Flag.optional(),
    ...paging(200, 1000),
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
export const analysisMatrixDetails = itemList('/dashboard/analysis-matrix/details', 'The items of a cell of the matrix')

const Thresholds = z.object({ verde: z.number(), ambar: z.number() })
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
    porDefecto: z.object({ metrica: z.enum(MATRIX_METRICS), nivel: z.enum(MATRIX_LEVELS) }),
    estados: z.array(z.object({ codigo: z.string(), color: z.string(), glifo: z.string() })),
  })
  .meta({ id: 'MatrixParams' })
export const analysisMatrixParams = endpoint('GET', '/dashboard/analysis-matrix-params', {
  summary: 'What the matrix needs to offer: years, months, levels, metrics and their thresholds',
  allow: 'statistics.dashboard.read',
  etag: true,
  response: MatrixParams,
})
/** 422: a green threshold that is not beyond the amber one in the metric's sense, or a default that is switched off. */
export const updateMatrixParams = endpoint('PATCH', '/dashboard/analysis-matrix-params', {
  summary: 'Thresholds, metrics in use and the default of the matrix',
  allow: 'statistics.setting.write',
  body: z.object({
    metricas: z
      .array(z.object({ clave: z.enum(MATRIX_METRICS), umbrales: Thresholds.optional(), activa: z.boolean().optional() }))
      .optional(),
    porDefecto: z.enum(MATRIX_METRICS).optional(),
  }),
  response: MatrixParams,
})

const AssignedQuery = DashboardQuery.extend({ ...paging(100, 1000), format })
export const accountsAssigned = endpoint('GET', '/dashboard/accounts-assigned', {
  summary: 'Coverage of the assignment, and the load of each person',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    /** K1 */
    cuentas: z.int(),
    asignadas: z.int(),
    noAsignadas: z.int(),
    cobertura: Ratio,
    porDepartamento: z.array(
      z.object({
        ID_NEGOCIO: z.int(),
        NEGOCIO: z.string(),
        COD_DEPARTAMENTO: z.int().nullable(),
        DEPARTAMENTO: z.string().nullable(),
        cuentas: z.int(),
        asignadas: z.int(),
        noAsignadas: z.int(),
        cobertura: Ratio,
      }),
    ),
    /** K20; `parte` of all items. */
    porUsuario: z.array(
      z.object({
        ID_ANALISTA: z.int(),
        ANALISTA: z.string(),
        items: z.int(),
        cuentas: z.int(),
        porPreparar: z.int(),
        enAprobacion: z.int(),
        aprobados: z.int(),
        vencidos: z.int(),
        parte: Ratio,
      }),
    ),
  }),
})
export const accountsAssignedDetails = endpoint('GET', '/dashboard/accounts-assigned/details', {
  summary: 'The accounts with a balance that the coverage counts',
  allow: 'statistics.dashboard.read',
  query: AssignedQuery.extend({ asignada: z.enum(['true', 'false']).optional() }),
  response: pageOf(
    z.object({
      COD_CUENTA: z.int(),
      CUENTA: z.string(),
      NOMBRE: z.string(),
      ID_NEGOCIO: z.int(),
      NEGOCIO: z.string(),
      DEPARTAMENTO: z.string().nullable(),
      MONEDA: z.string(),
      SALDO: Money,
      ASIGNADA: z.boolean(),
      ANALISTA: z.string().nullable(),
    }),
  ),
  exportable: true,
})

export const analysisRange = endpoint('GET', '/dashboard/analysis-range', {
  summary: 'How items spread over buckets of delay, amount, percentage or age; the buckets sum to the total',
  allow: 'statistics.dashboard.read',
  query: StatisticsQuery.omit({ tipo: true, desdePeriodId: true }).extend({
    tipo: z.enum(RANGE_KINDS).default('plazo'),
    /** Of the delay. */
    rol: z.enum(ITEM_ROLES).default('analista'),
  }),
  response: z.object({
    period: PeriodRef.nullable(),
    tipo: z.enum(RANGE_KINDS),
    /** porcentaje counts departments, the others items. */
    total: z.int(),
    data: z.array(
      z.object({ rango: z.string(), desde: z.number().nullable(), hasta: z.number().nullable(), n: z.int(), monto: Amounts, pct: Ratio }),
    ),
  }),
})
export const analysisRangeDetails = itemList(
  '/dashboard/analysis-range/details',
  'The items of a bucket (tipoRango and rango, or antiguedad)',
)

export const analysisApproved = endpoint('GET', '/dashboard/analysis-approved', {
  summary: 'Approvals by day and level, accumulated against what there is to approve',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    items: z.int(),
    aprobados: z.int(),
    /** K12 */
    primeraVez: Ratio,
    data: z.array(
      z.object({
        dia: z.iso.date(),
        jefatura: z.int(),
        control: z.int(),
        acumuladoJefatura: z.int(),
        acumuladoControl: z.int(),
        /** Accumulated at control, of all items. */
        parte: Ratio,
      }),
    ),
  }),
})
export const analysisApprovedDetails = itemList('/dashboard/analysis-approved/details', 'The items approved at a level (dia and nivel)')

export const accountsMateriality = endpoint('GET', '/dashboard/accounts-materiality', {
  summary: 'Classes of materiality: how many, how much they moved, how much of it is explained',
  allow: 'statistics.dashboard.read',
  query: DashboardQuery,
  response: z.object({
    period: PeriodRef.nullable(),
    total: z.int(),
    data: z.array(
      z.object({
        MATERIALIDAD: z.enum(MATERIALITY),
        n: z.int(),
        aprobados: z.int(),
        /** Movement against the period before, and its approved part. */
        montos: z.array(z.object({ MONEDA: z.string(), variacion: Money, explicada: Money, parte: Ratio })),
      }),
    ),
  }),
})
export const accountsMaterialityDetails = itemList('/dashboard/accounts-materiality/details', 'The items of a class of materiality')
