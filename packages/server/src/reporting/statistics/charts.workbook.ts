import type { Bytes, Endpoint, Output } from '@cuadre/api/endpoint'
import type { Conversion, StatisticsQuery } from '@cuadre/api/item'
import type {
  statisticsAging,
  statisticsBurndown,
  statisticsCompletion,
  statisticsCycle,
  statisticsDepartments,
  statisticsDifferences,
  statisticsMovements,
  statisticsOnTime,
  statisticsRejections,
} from '@cuadre/api/statistics'
import type { SheetColumn, SheetValue } from '@cuadre/tables'
import type { z } from 'zod'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { workbookFile } from '../../platform/http/export.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { filtersSheet } from '../dashboard/filters.sheet.ts'
import { requestedRange } from '../dashboard/period.ts'

/** The charts as workbooks: all their rows, and a sheet that says of what they are. */
type Query = z.output<typeof StatisticsQuery> & { format: 'json' | 'excel' }
type Text = Record<Locale, string>
type Sheet = {
  name: Text
  heads: readonly [type: SheetColumn['type'], es: string, en: string, width?: number][]
  rows: readonly (readonly SheetValue[])[]
}
export type Rows<E extends Endpoint> = Exclude<Output<E>, Bytes>

/** The rows, or a workbook of them. */
export async function orWorkbook<R>(
  deps: Deps,
  { caller, query, locale }: { caller: Caller; query: Query; locale: Locale },
  rows: Promise<R>,
  title: Text,
  sheets: (rows: R, locale: Locale) => readonly Sheet[],
): Promise<R | Bytes> {
  if (query.format !== 'excel') return rows
  const made = sheets(await rows, locale)
  const { db, zone } = deps
  const range = requestedRange(await aggregates.periods(db, { zone, asOf: query.asOf }), query)
  const filters = await filtersSheet(deps, caller, query, {
    locale,
    of: [
      ['Gráfica', 'Chart', title[locale]],
      ['Período', 'Period', range.at(-1)?.name ?? '—'],
      ['Desde', 'Since', range[0]?.name ?? '—'],
    ],
  })
  const name = title[locale].normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return workbookFile(`${name}.xlsx`, [
    ...made.map(({ name, heads, rows }) => ({
      name: name[locale],
      columns: heads.map(([type, es, en, width]) => ({ header: locale === 'en' ? en : es, type, ...(width && { width }) })),
      rows: rows.map((row) => [...row]),
    })),
    filters,
  ])
}

const share = (of: number | null) => (of === null ? null : (of * 100).toFixed(2))
const days = (of: number | null) => (of === null ? null : of.toFixed(2))
const DATA: Text = { es: 'Datos', en: 'Data' }
const MONTHS: Text = { es: 'Por mes', en: 'By month' }
const ROLE: Record<string, Text> = {
  analista: { es: 'Analista', en: 'Analyst' },
  jefatura: { es: 'Jefatura', en: 'Head' },
  control: { es: 'Control', en: 'Control' },
  preparacion: { es: 'Preparación', en: 'Preparation' },
  total: { es: 'Total', en: 'Total' },
  JEFATURA: { es: 'Jefatura', en: 'Head' },
  CONTROL: { es: 'Control', en: 'Control' },
}

export const completionSheets = ({ total, completitud }: Rows<typeof statisticsCompletion>, locale: Locale): Sheet[] => {
  const ways: [Text, number][] = [
    [{ es: 'Completado', en: 'Completed' }, completitud.completado],
    [{ es: 'Completado tarde', en: 'Completed late' }, completitud.completadoTarde],
    [{ es: 'Vencido', en: 'Overdue' }, completitud.vencido],
    [{ es: 'Pendiente', en: 'Pending' }, completitud.pendiente],
  ]
  return [
    {
      name: DATA,
      heads: [
        ['text', 'Situación', 'Situation', 24],
        ['integer', 'Análisis', 'Analyses'],
        ['amount', '%', '%'],
      ],
      rows: ways.map(([name, n]) => [name[locale], n, share(total === 0 ? null : n / total)]),
    },
  ]
}
export const departmentSheets = ({ data }: Rows<typeof statisticsDepartments>): Sheet[] => [
  {
    name: DATA,
    heads: [
      ['text', 'Negocio', 'Business', 28],
      ['text', 'Departamento', 'Department', 34],
      ['integer', 'Análisis', 'Analyses'],
      ['integer', 'Por preparar', 'To prepare'],
      ['integer', 'Rechazados', 'Rejected'],
      ['integer', 'En jefatura', 'With the department head'],
      ['integer', 'En control', 'At control'],
      ['integer', 'Aprobados', 'Approved'],
    ],
    rows: data.map((row) => [
      row.NEGOCIO,
      row.DEPARTAMENTO,
      row.total,
      row.sinEnviar,
      row.rechazados,
      row.enJefatura,
      row.enControl,
      row.aprobados,
    ]),
  },
]
/** Of closed months, as the chart: what a month in course still has to do is not late. */
export const onTimeSheets = ({ data }: Rows<typeof statisticsOnTime>): Sheet[] => [
  {
    name: MONTHS,
    heads: [
      ['code', 'Período', 'Period'],
      ['integer', 'Análisis', 'Analyses'],
      ['integer', 'A tiempo: analista', 'On time: analyst'],
      ['integer', 'A tiempo: jefatura', 'On time: head'],
      ['integer', 'A tiempo: control', 'On time: control'],
      ['amount', 'Analista %', 'Analyst %'],
      ['amount', 'Jefatura %', 'Head %'],
      ['amount', 'Control %', 'Control %'],
    ],
    rows: data
      .filter(({ enCurso }) => !enCurso)
      .map((row) => [
        row.PERIODO,
        row.items,
        row.aTiempoAnalista,
        row.aTiempoJefatura,
        row.aTiempoControl,
        share(row.aTiempo.analista),
        share(row.aTiempo.jefatura),
        share(row.aTiempo.control),
      ]),
  },
]
export const cycleSheets = ({ data, serie }: Rows<typeof statisticsCycle>, locale: Locale): Sheet[] => [
  {
    name: DATA,
    heads: [
      ['text', 'Tramo', 'Stretch', 18],
      ['integer', 'Análisis', 'Analyses'],
      ['amount', 'Media', 'Mean'],
      ['integer', 'Mediana', 'Median'],
      ['integer', 'Noveno decil', 'Ninth decile'],
      ['integer', 'Máximo', 'Most'],
    ],
    rows: data.map((row) => [ROLE[row.tramo]![locale], row.n, days(row.media), row.p50, row.p90, row.maximo]),
  },
  {
    name: MONTHS,
    heads: [
      ['code', 'Período', 'Period'],
      ['amount', 'Preparación', 'Preparation'],
      ['amount', 'Jefatura', 'Head'],
      ['amount', 'Control', 'Control'],
      ['amount', 'Total', 'Total'],
    ],
    rows: serie.map((row) => [row.PERIODO, days(row.preparacion), days(row.jefatura), days(row.control), days(row.total)]),
  },
]
/** By which rates amounts were converted, and what has none and is in no converted figure. */
const rateSheet = ({ MONEDA, tasas, sinTasa }: Conversion): Sheet => ({
  name: { es: 'Tipos de cambio', en: 'Exchange rates' },
  heads: [
    ['code', 'Moneda', 'Currency'],
    ['text', `Tipo de cierre en ${MONEDA}`, `Closing rate in ${MONEDA}`, 24],
    ['date', 'Día', 'Day'],
    ['integer', 'Análisis fuera de lo convertido', 'Analyses left out', 30],
    ['amount', 'Monto fuera de lo convertido', 'Amount left out', 30],
  ],
  rows: [
    ...tasas.map((rate): SheetValue[] => [rate.MONEDA, rate.TASA, rate.FECHA_TASA, null, null]),
    ...sinTasa.map(({ MONEDA, n, monto }): SheetValue[] => [MONEDA, null, null, n, monto]),
  ],
})
const converted = ({ MONEDA }: Conversion): Text => ({ es: `Convertido a ${MONEDA}`, en: `Converted to ${MONEDA}` })

export const differenceSheets = ({ data, grupo }: Rows<typeof statisticsDifferences>): Sheet[] => [
  {
    name: DATA,
    heads: [
      ['code', 'Moneda', 'Currency'],
      ['text', 'Rubro', 'Heading', 40],
      ['integer', 'Análisis', 'Analyses'],
      ['amount', 'Diferencia', 'Difference', 20],
      ['amount', 'Acumulado %', 'Cumulative %'],
    ],
    rows: data.map((row) => [row.MONEDA, row.RUBRO, row.n, row.monto, share(row.acumulado)]),
  },
  ...(grupo
    ? [
        {
          name: converted(grupo),
          heads: [
            ['text', 'Rubro', 'Heading', 40],
            ['integer', 'Análisis', 'Analyses'],
            ['amount', `Diferencia, ${grupo.MONEDA}`, `Difference, ${grupo.MONEDA}`, 20],
            ['amount', 'Acumulado %', 'Cumulative %'],
          ] satisfies Sheet['heads'],
          rows: grupo.data.map((row) => [row.RUBRO, row.n, row.monto, share(row.acumulado)]),
        },
        rateSheet(grupo),
      ]
    : []),
]
export const rejectionSheets = (answer: Rows<typeof statisticsRejections>, locale: Locale): Sheet[] => [
  {
    name: { es: 'Por motivo', en: 'By reason' },
    heads: [
      ['text', 'Motivo', 'Reason', 34],
      ['text', 'Nivel', 'Level'],
      ['integer', 'Rechazos', 'Rejections'],
      ['amount', 'Acumulado %', 'Cumulative %'],
    ],
    rows: answer.porMotivo.map((row) => [row.nombre, ROLE[row.nivel]![locale], row.rechazos, share(row.acumulado)]),
  },
  {
    name: { es: 'Por departamento', en: 'By department' },
    heads: [
      ['text', 'Negocio', 'Business', 28],
      ['text', 'Departamento', 'Department', 34],
      ['integer', 'Rechazos de jefatura', 'Rejections by head'],
      ['integer', 'Rechazos de control', 'Rejections by control'],
      ['integer', 'Decisiones', 'Decisions'],
      ['amount', 'Tasa %', 'Rate %'],
    ],
    rows: answer.porDepartamento.map((row) => [
      row.NEGOCIO,
      row.DEPARTAMENTO,
      row.rechazosJefatura,
      row.rechazosControl,
      row.decisiones,
      share(row.tasa),
    ]),
  },
  {
    name: { es: 'Por analista', en: 'By analyst' },
    heads: [
      ['text', 'Analista', 'Analyst', 34],
      ['integer', 'Rechazos', 'Rejections'],
      ['integer', 'Decisiones', 'Decisions'],
      ['amount', 'Tasa %', 'Rate %'],
    ],
    rows: answer.porAnalista.map((row) => [row.ANALISTA, row.rechazos, row.decisiones, share(row.tasa)]),
  },
]
export const burndownSheets = ({ data }: Rows<typeof statisticsBurndown>, locale: Locale): Sheet[] => [
  {
    name: DATA,
    heads: [
      ['text', 'Rol', 'Role'],
      ['date', 'Día', 'Day'],
      ['integer', 'Hechos', 'Done'],
      ['integer', 'Abiertos', 'Open'],
      ['amount', 'Plan', 'Plan'],
    ],
    rows: data.flatMap(({ rol, dias }) => dias.map((day) => [ROLE[rol]![locale], day.dia, day.hechos, day.abiertos, day.ideal.toFixed(2)])),
  },
]
/** A row for each currency, since amounts of several are not added; the number of analyses is of all of them. */
export const agingSheets = ({ data, grupo }: Rows<typeof statisticsAging>): Sheet[] => [
  {
    name: DATA,
    heads: [
      ['text', 'Días', 'Days'],
      ['integer', 'Análisis', 'Analyses'],
      ['code', 'Moneda', 'Currency'],
      ['amount', 'Sin explicar', 'Unexplained', 20],
    ],
    rows: data.flatMap(({ rango, n, monto }): SheetValue[][] =>
      monto.length === 0 ? [[rango, n, null, null]] : monto.map(({ MONEDA, monto }, at) => [rango, at === 0 ? n : null, MONEDA, monto]),
    ),
  },
  ...(grupo
    ? [
        {
          name: converted(grupo),
          heads: [
            ['text', 'Días', 'Days'],
            ['amount', `Sin explicar, ${grupo.MONEDA}`, `Unexplained, ${grupo.MONEDA}`, 24],
          ] satisfies Sheet['heads'],
          rows: grupo.data.map(({ rango, monto }) => [rango, monto]),
        },
        rateSheet(grupo),
      ]
    : []),
]

export const movementSheets = ({ porPais, porNegocio, porRubro }: Rows<typeof statisticsMovements>): Sheet[] => {
  const sheet = (name: Text, of: readonly (Marked & { name: string | null })[]): Sheet => ({
    name,
    heads: [
      ['text', name.es, name.en, 36],
      ['integer', 'Análisis', 'Analyses'],
      ['integer', 'Marcados', 'Marked'],
      ['integer', 'Movimiento alto', 'High movement'],
      ['integer', 'Movimiento bajo', 'Low movement'],
      ['integer', 'No se movió', 'Did not move'],
    ],
    rows: of.map(({ name, total, marcados, alto, bajo, silencio }) => [name ?? '—', total, marcados, alto, bajo, silencio]),
  })
  return [
    sheet(
      { es: 'Negocio', en: 'Business' },
      porNegocio.map(({ NEGOCIO, ...row }) => ({ ...row, name: NEGOCIO })),
    ),
    sheet(
      { es: 'País', en: 'Country' },
      porPais.map(({ PAIS, ...row }) => ({ ...row, name: PAIS })),
    ),
    sheet(
      { es: 'Rubro', en: 'Heading' },
      porRubro.map(({ RUBRO, ...row }) => ({ ...row, name: RUBRO })),
    ),
  ]
}
type Marked = Pick<Rows<typeof statisticsMovements>, 'total' | 'marcados' | 'alto' | 'bajo' | 'silencio'>
