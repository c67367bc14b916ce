import type { Output, Parsed } from '@cuadre/api/endpoint'
import { lightOf } from '@cuadre/api/light'
import { INDICATORS, type statisticsIndicators, type statisticsTargets, type updateTargets } from '@cuadre/api/statistics'
import type { WrittenSheet } from '@cuadre/tables'
import { sql } from 'kysely'
import { type Db, rows, transaction } from '../../platform/database/index.ts'
import { Conflict } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import { type ExportColumn, exportRows } from '../../platform/http/export.ts'
import * as aggregates from '../dashboard/aggregates/index.ts'
import type { Deps } from '../dashboard/dashboard.service.ts'
import { rounded } from '../dashboard/figures.rules.ts'
import { filtersSheet, toDateSaid } from '../dashboard/filters.sheet.ts'
import { viewOf } from '../dashboard/item.ts'
import { namedBy, type Structure } from '../dashboard/structure.ts'
import { shownYear } from '../dashboard/year.ts'
import { type Code, LIST, type Material, shownOf, WANT } from './indicators.rules.ts'

type Answer = Extract<Output<typeof statisticsIndicators>, { data: unknown }>
type Row = Answer['data'][number]
const CLOSED = 3
type Query = Parsed<typeof statisticsIndicators>['query']
/** Four statements. */
export async function indicators({ db, zone }: Deps, caller: Caller, query: Query, locale: Locale) {
  const view = viewOf(zone, query, caller)
  const all = await aggregates.periods(db, view)
  const anio = query.anio ?? (await shownYear(db, all))
  const ofYear = (year: number | null) => all.filter(({ name }) => name.startsWith(`${year}-`))
  const now = ofYear(anio)
  // Months in course drag every share down: they count on request, or where none has been closed yet.
  const closed = now.filter(({ status }) => status === CLOSED)
  const toDate = query.enCurso || closed.length === 0 ? now : closed
  // A month that has only begun is neither on target nor better or worse than one that is over, unless somebody asks for that.
  const isJudged = query.enCurso || closed.length > 0
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
    // A count grows with the months: of nine it is more than of two, and neither better nor worse.
    const compares = indicator.unidad !== 'cantidad' || before.length === toDate.length
    return {
      codigo,
      etiquetaEs: indicator.es,
      etiquetaEn: indicator.en,
      unidad: indicator.unidad,
      sentido: indicator.sentido,
      meses,
      acumulado,
      anterior,
      delta: acumulado === null || anterior === null || !compares || !isJudged ? null : rounded(acumulado - anterior),
      partes: {
        acumulado: { numerador: year[0], denominador: year[1] },
        anterior: { numerador: yearBefore[0], denominador: yearBefore[1] },
      },
      objetivo,
      semaforo: isJudged ? lightOf(acumulado, objetivo, indicator.sentido) : null,
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
  if (query.format !== 'excel') return answer
  const filters = await filtersSheet({ db, zone }, caller, query, {
    locale,
    of: [
      ['Año', 'Year', String(anio ?? '—')],
      // Where none has been closed yet those in course count, unasked.
      toDateSaid(query.enCurso || closed.length === 0, locale),
    ],
  })
  return workbook(answer, { locale, estructura: query.estructura, filters })
}

const UNITS: Record<Row['unidad'], Record<Locale, string>> = {
  porcentaje: { es: '%', en: '%' },
  cantidad: { es: 'análisis', en: 'analyses' },
  dias: { es: 'días', en: 'days' },
}
const monthsOf = (periods: readonly aggregates.PeriodRow[]) => periods.map(({ id, name }) => ({ COD_PERIODO: id, PERIODO: name }))
type Said = { locale: Locale; estructura: Structure | undefined; filters: WrittenSheet }
function workbook({ anio, data }: Answer, { locale, estructura, filters }: Said) {
  const text = (value: number | null) => (value === null ? null : String(rounded(value)))
  const columns: ExportColumn<Row>[] = [
    {
      ...namedBy({ es: 'Indicador', en: 'Indicator' }, estructura),
      type: 'text',
      width: 34,
      of: (row, l) => (l === 'es' ? row.etiquetaEs : row.etiquetaEn),
    },
    { es: 'Unidad', en: 'Unit', type: 'text', width: 12, of: ({ unidad }, l) => UNITS[unidad][l] },
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
  return exportRows(locale, { es: `Indicadores ${anio ?? ''}`, en: `Indicators ${anio ?? ''}` }, columns, data, undefined, filters)
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
  const anio = query.anio ?? (await shownYear(db, await aggregates.periods(db, { zone }))) ?? new Date().getUTCFullYear()
  const found = await targetsOf(db, anio)
  return { anio, data: [...found].map(([codigo, valor]) => ({ codigo, valor })) }
}
export async function changeTargets(deps: Deps, caller: Caller, { anio, data }: Parsed<typeof updateTargets>['body']) {
  await transaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(100, 102)`.execute(tx)
    const now = await targetsOf(tx, anio)
    if (data.some(({ codigo, visto }) => visto !== undefined && visto !== now.get(codigo))) throw Conflict('target_moved')
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
