import type { Output, Parsed } from '@cuadre/api/endpoint'
import { INDICATORS, type statisticsIndicators, type statisticsTargets, type updateTargets } from '@cuadre/api/statistics'
import { sql } from 'kysely'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { rounded, total } from '../dashboard/figures.rules.ts'

/** The annual indicators (rules §1.3). */
type Code = (typeof INDICATORS)[number]
type Answer = Extract<Output<typeof statisticsIndicators>, { data: unknown }>
type Row = Answer['data'][number]
const WANT = [
  ...aggregates.PROGRESS,
  'approved',
  'on_time_analyst',
  'on_time_jefatura',
  'on_time_control',
  'prepared',
  'prepared_days',
  'jefatura',
  'jefatura_days',
  'control',
  'control_days',
  'whole',
  'whole_days',
  'rejections_jefatura',
  'rejections_control',
  'decisions',
  'first_pass',
  'automatic',
  'reopenings',
  'moved_material',
  'moved_material_approved',
] as const satisfies readonly (aggregates.Count | aggregates.Amount)[]
type Sums = aggregates.Sums<(typeof WANT)[number]>
type Counted = Extract<(typeof WANT)[number], aggregates.Count>
type Summed = Extract<(typeof WANT)[number], aggregates.Amount>
/** The data of a set of months: sums, coverage, and the periods themselves. */
type Material = {
  sums: readonly Sums[]
  coverage: readonly Pick<aggregates.Coverage, 'period' | 'required' | 'assigned'>[]
  periods: readonly aggregates.PeriodRow[]
}
type Indicator = {
  es: string
  en: string
  unidad: Row['unidad']
  sentido: 1 | -1
  /** The default target. */
  objetivo: number | null
  of: (months: Material) => readonly [part: number, whole: number]
}

const over =
  (part: Counted, whole: Counted) =>
  ({ sums }: Material) =>
    [total(sums, part), total(sums, whole)] as const
const roles = (sums: readonly Sums[]) => 3 * total(sums, 'items')
/** Amounts of several currencies are not added, so there is nothing to divide by. As floats, cents are exact up to 90 trillion. */
const money =
  (part: Summed, whole: Summed) =>
  ({ sums }: Material) => {
    if (new Set(sums.map(({ currency }) => currency)).size > 1) return [0, 0] as const
    const add = (of: Summed) => sums.reduce((sum, row) => sum + Number(row[of]), 0)
    return [add(part), add(whole)] as const
  }
const percent = { unidad: 'porcentaje', sentido: 1 } as const
const days = { unidad: 'dias', sentido: -1 } as const

const LIST: Record<Code, Indicator> = {
  K1: {
    es: 'Cobertura de asignación',
    en: 'Coverage of the assignment',
    ...percent,
    objetivo: 100,
    of: ({ coverage }) => [coverage.reduce((sum, row) => sum + row.assigned, 0), coverage.reduce((sum, row) => sum + row.required, 0)],
  },
  K2: {
    es: 'Avance por firmas',
    en: 'Progress by sign-offs',
    ...percent,
    objetivo: null,
    of: ({ sums }) => [total(sums, 'signed'), roles(sums)],
  },
  K3: { es: 'Completado', en: 'Completed', ...percent, objetivo: 100, of: over('approved', 'items') },
  K4A: { es: 'A tiempo: analista', en: 'On time: analyst', ...percent, objetivo: 95, of: over('on_time_analyst', 'items') },
  K4J: { es: 'A tiempo: jefatura', en: 'On time: head', ...percent, objetivo: 95, of: over('on_time_jefatura', 'items') },
  K4C: { es: 'A tiempo: control', en: 'On time: control', ...percent, objetivo: 95, of: over('on_time_control', 'items') },
  K5: {
    es: 'Fuera de plazo',
    en: 'Past deadline',
    unidad: 'cantidad',
    sentido: -1,
    objetivo: null,
    of: ({ sums }) => [total(sums, 'overdue') + total(sums, 'done_late'), sums.length > 0 ? 1 : 0],
  },
  K7: { es: 'Días de preparación', en: 'Days of preparation', ...days, objetivo: null, of: over('prepared_days', 'prepared') },
  K8J: { es: 'Días en jefatura', en: 'Days at head', ...days, objetivo: null, of: over('jefatura_days', 'jefatura') },
  K8C: { es: 'Días en control', en: 'Days at control', ...days, objetivo: null, of: over('control_days', 'control') },
  K9: { es: 'Días totales', en: 'Days in all', ...days, objetivo: null, of: over('whole_days', 'whole') },
  K10: {
    es: 'Días de cierre',
    en: 'Days to close',
    ...days,
    objetivo: 8,
    of: ({ periods }) => {
      const closed = periods.flatMap(({ closedIn }) => (closedIn === null ? [] : [closedIn]))
      return [closed.reduce((sum, each) => sum + each, 0), closed.length]
    },
  },
  K11: {
    es: 'Tasa de rechazo',
    en: 'Rate of rejection',
    unidad: 'porcentaje',
    sentido: -1,
    objetivo: 5,
    of: ({ sums }) => [total(sums, 'rejections_jefatura') + total(sums, 'rejections_control'), total(sums, 'decisions')],
  },
  K12: { es: 'Aprobado a la primera', en: 'Approved at the first attempt', ...percent, objetivo: 90, of: over('first_pass', 'approved') },
  K13: { es: 'Reaperturas', en: 'Reopenings', unidad: 'porcentaje', sentido: -1, objetivo: null, of: over('reopenings', 'approved') },
  K14: { es: 'Certificado por regla', en: 'Certified by rule', ...percent, objetivo: null, of: over('automatic', 'items') },
  K15: { es: 'Saldo sustentado', en: 'Supported balance', ...percent, objetivo: null, of: money('balance_approved', 'balance') },
  K16: {
    es: 'Diferencia sin explicar',
    en: 'Unexplained difference',
    unidad: 'porcentaje',
    sentido: -1,
    objetivo: null,
    of: money('unexplained', 'balance'),
  },
  K17: {
    es: 'Variación material explicada',
    en: 'Material movement explained',
    ...percent,
    objetivo: null,
    of: money('moved_material_approved', 'moved_material'),
  },
}

const shownOf = ({ unidad }: Indicator, [part, whole]: readonly [number, number]) =>
  whole === 0 ? null : rounded((part / whole) * (unidad === 'porcentaje' ? 100 : 1), 2)

const CLOSED = 3
type Query = Parsed<typeof statisticsIndicators>['query']
/** Four statements. */
export async function indicators({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const view = { zone, asOf: query.asOf }
  const all = await aggregates.periods(db, view)
  const anio = query.anio ?? (all.length > 0 ? Number(all.at(-1)!.name.slice(0, 4)) : null)
  const ofYear = (year: number | null) => all.filter(({ name }) => name.startsWith(`${year}-`))
  const now = ofYear(anio)
  // Months in course drag every share down: they count on request, or where none has been closed yet.
  const closed = now.filter(({ status }) => status === CLOSED)
  const toDate = query.enCurso || closed.length === 0 ? now : closed
  const lastMonth = toDate.at(-1)?.name.slice(5) ?? '00'
  const before = ofYear(anio === null ? null : anio - 1).filter(({ name }) => name.slice(5) <= lastMonth)
  const trend = now.length > 0 ? all.filter(({ name }) => name <= now.at(-1)!.name).slice(-13) : []
  const asked = all.filter((period) => now.includes(period) || before.includes(period) || trend.includes(period))
  const [sums, coverage] = await Promise.all([
    aggregates.sums(db, caller, view, query, { periods: asked, want: WANT }),
    aggregates.coverages(db, caller, query, asked, true),
  ])
  const targets = anio === null ? new Map<Code, number | null>() : await targetsOf(db, anio, query.asOf)
  const of = (periods: readonly aggregates.PeriodRow[]): Material => {
    const wanted = new Set(periods.map(({ id }) => id))
    return { periods, sums: sums.filter(({ period }) => wanted.has(period)), coverage: coverage.filter(({ period }) => wanted.has(period)) }
  }
  const data = INDICATORS.map((codigo): Row => {
    const indicator = LIST[codigo]
    const objetivo = targets.get(codigo) ?? null
    const partsOf = (periods: readonly aggregates.PeriodRow[]) => indicator.of(of(periods))
    const valued = (periods: readonly aggregates.PeriodRow[]) => shownOf(indicator, partsOf(periods))
    const meses = now.map((period) => {
      const [numerador, denominador] = partsOf([period])
      const valor = shownOf(indicator, [numerador, denominador])
      return {
        mes: Number(period.name.slice(5)),
        COD_PERIODO: period.id,
        valor,
        numerador,
        denominador,
        enCurso: period.status !== CLOSED,
        semaforo: lightOf(valor, objetivo, indicator.sentido),
      }
    })
    const known = meses
      .filter((each): each is typeof each & { valor: number } => each.valor !== null && !each.enCurso)
      .sort((a, b) => (a.valor - b.valor) * indicator.sentido)
    const differs = known.length > 1 && known[0]!.valor !== known.at(-1)!.valor
    const [year, yearBefore] = [partsOf(toDate), partsOf(before)]
    const [acumulado, anterior] = [shownOf(indicator, year), shownOf(indicator, yearBefore)]
    return {
      codigo,
      etiquetaEs: indicator.es,
      etiquetaEn: indicator.en,
      unidad: indicator.unidad,
      sentido: indicator.sentido,
      meses,
      acumulado,
      anterior,
      delta: acumulado === null || anterior === null ? null : rounded(acumulado - anterior, 2),
      partes: {
        acumulado: { numerador: year[0], denominador: year[1] },
        anterior: { numerador: yearBefore[0], denominador: yearBefore[1] },
      },
      objetivo,
      semaforo: lightOf(acumulado, objetivo, indicator.sentido),
      // Months that are all alike have neither.
      mejorMes: differs ? known.at(-1)!.mes : null,
      peorMes: differs ? known[0]!.mes : null,
      // A month in course would end the line with a fall that is none.
      tendencia: trend.map((period) => (period.status === CLOSED ? valued([period]) : null)),
    }
  })
  const answer: Answer = {
    anio,
    cerrados: now.filter(({ closedIn }) => closedIn !== null).length,
    monedas: [...new Set(sums.map(({ currency }) => currency))].sort(),
    rangos: { acumulado: monthsOf(toDate), anterior: monthsOf(before) },
    data,
  }
  return query.format === 'excel' ? workbook(answer, locale) : answer
}

const monthsOf = (periods: readonly aggregates.PeriodRow[]) => periods.map(({ id, name }) => ({ COD_PERIODO: id, PERIODO: name }))
/** Green at the target, amber within a tenth of it. */
function lightOf(value: number | null, target: number | null, sense: 1 | -1): Row['semaforo'] {
  if (value === null || target === null) return null
  if ((value - target) * sense >= 0) return 'verde'
  return (value - target * (1 - sense * 0.1)) * sense >= 0 ? 'ambar' : 'rojo'
}

function workbook({ anio, data }: Answer, locale: Locale) {
  const text = (value: number | null) => (value === null ? null : String(value))
  const columns: ExportColumn<Row>[] = [
    { es: 'Indicador', en: 'Indicator', type: 'text', width: 34, of: (row, l) => (l === 'es' ? row.etiquetaEs : row.etiquetaEn) },
    ...Array.from({ length: 12 }, (_, at): ExportColumn<Row> => {
      const month = String(at + 1).padStart(2, '0')
      const heading = `${anio}-${month}`
      return {
        es: heading,
        en: heading,
        type: 'amount',
        width: 12,
        of: ({ meses }) => text(meses.find(({ mes }) => mes === at + 1)?.valor ?? null),
      }
    }),
    { es: 'Acumulado', en: 'Year to date', type: 'amount', of: ({ acumulado }) => text(acumulado) },
    { es: 'Año anterior', en: 'Year before', type: 'amount', of: ({ anterior }) => text(anterior) },
    { es: 'Diferencia', en: 'Difference', type: 'amount', of: ({ delta }) => text(delta) },
    { es: 'Objetivo', en: 'Target', type: 'amount', of: ({ objetivo }) => text(objetivo) },
  ]
  return exportRows(locale, { es: `Indicadores ${anio ?? ''}`, en: `Indicators ${anio ?? ''}` }, columns, data)
}

/** The target set for a year, else that of the previous year, else the default; now or at a moment. */
async function targetsOf(db: Db, year: number, asOf?: string): Promise<Map<Code, number | null>> {
  const now = sql`select t.year, t.code, t.value from indicator_target t`
  // What the first change after the moment replaced; without one, what is set now.
  const changed = sql`select distinct on (key) split_part(key, '/', 2)::int as year, split_part(key, '/', 3) as code, (old_value #>> '{}')::numeric as value
    from statistics_change where key like 'target/%' and changed_at > ${asOf ?? null}::timestamptz order by key, id`
  const then = sql`select c.* from (${changed}) c where c.value is not null
    union all select n.* from (${now}) n where not exists (select from (${changed}) c where c.year = n.year and c.code = n.code)`
  const set = await rows(
    db,
    sql<{
      code: Code
      value: string
    }>`select distinct on (s.code) s.code, s.value from (${asOf ? then : now}) s where s.year <= ${year} order by s.code, s.year desc`,
  )
  return new Map(
    INDICATORS.map((code) => [code, Number(set.find((each) => each.code === code)?.value ?? Number.NaN)] as const).map(([code, value]) => [
      code,
      Number.isNaN(value) ? LIST[code].objetivo : value,
    ]),
  )
}
export async function targets(
  { db, zone }: Deps,
  query: Parsed<typeof statisticsTargets>['query'],
): Promise<Output<typeof statisticsTargets>> {
  const newest = async () => (await aggregates.periods(db, { zone })).at(-1)?.name ?? new Date().toISOString()
  const anio = query.anio ?? Number((await newest()).slice(0, 4))
  const found = await targetsOf(db, anio)
  return { anio, data: [...found].map(([codigo, valor]) => ({ codigo, valor })) }
}
export async function changeTargets(deps: Deps, caller: Caller, { anio, data }: Parsed<typeof updateTargets>['body']) {
  await transaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 102)`.execute(tx)
    for (const { codigo, valor } of data) {
      await sql`insert into statistics_change (key, old_value, new_value, changed_by)
        select ${`target/${anio}/${codigo}`}, (select to_jsonb(value) from indicator_target where year = ${anio} and code = ${codigo}), to_jsonb(${valor}::numeric), ${caller.userId}`.execute(
        tx,
      )
      if (valor === null) await sql`delete from indicator_target where year = ${anio} and code = ${codigo}`.execute(tx)
      else
        await sql`insert into indicator_target (year, code, value, updated_by) values (${anio}, ${codigo}, ${valor}, ${caller.userId})
          on conflict (year, code) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`.execute(tx)
    }
  })
  return targets(deps, { anio })
}
