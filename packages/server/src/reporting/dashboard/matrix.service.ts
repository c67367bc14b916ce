import type { Output, Parsed } from '@cuadre/api/endpoint'
import { type analysisMatrix, type analysisMatrixSize, MATRIX_ROWS } from '@cuadre/api/matrix'
import { Invalid } from '../../platform/errors.ts'
import type { Caller, Locale } from '../../platform/http/context.ts'
import * as aggregates from './aggregates/index.ts'
import type { Deps } from './dashboard.service.ts'
import { filtersSheet, toDateSaid } from './filters.sheet.ts'
import { type View, viewOf } from './item.ts'
import { accountsOf, rowCount } from './matrix.accounts.ts'
import { outline } from './matrix.outline.ts'
import { BY, figuresOf, groupsOf, type Matrix, type Sums, wanted } from './matrix.rows.ts'
import { metricsOf, settingOf } from './matrix.settings.service.ts'
import { workbook } from './matrix.workbook.ts'
import { shownYear } from './year.ts'

type Query = Parsed<typeof analysisMatrix>['query']
/** Rules §1.2. Four statements, six with accounts; of a workbook more for each row that is opened. @throws 422 */
export async function matrix(deps: Deps, caller: Caller, query: Query, locale: Locale) {
  const { db, zone } = deps
  const { nivel, page, limit } = query
  const inside =
    query.negocioId ?? query.subgerenciaId ?? query.departamentoId ?? (nivel === 'cuenta' ? (query.rubroId ?? query.rubroDe) : undefined)
  if ((nivel === 'rubro' || nivel === 'cuenta') && inside === undefined) throw Invalid('nivel', 'matrix_needs_place')
  const view = viewOf(zone, query, caller)
  const { year, periods } = await yearOf(db, view, query.anio)
  const by = BY[nivel]
  const chosen = await settingOf(db, query.asOf)
  const metrica = query.metrica ?? chosen?.porDefecto ?? 'completado'
  const want = wanted(metrica)
  const excel = query.format === 'excel'
  const summed = (by: readonly aggregates.By[], accounts?: readonly number[]): Promise<Sums[]> =>
    aggregates.sums(db, caller, view, query, { by, periods, want, accounts })
  // Accounts are many: only those of the page are summed each for itself.
  const detailed = async () => {
    const accounts =
      nivel === 'cuenta' ? await accountsOf(db, caller, view, query, { periods, ...(!excel && { page: { page, limit } }) }) : undefined
    const sums = await summed(by === 'department' ? ['business', by] : [by], accounts && [...accounts.names.keys()])
    return { accounts, sums }
  }
  const [{ accounts, sums }, all, names] = await Promise.all([
    detailed(),
    nivel === 'cuenta' ? summed([]) : undefined,
    aggregates.names(db),
  ])
  const whole = all ?? sums
  const metric = metricsOf(chosen).find(({ clave }) => clave === metrica)!
  const moment = query.asOf ? new Date(query.asOf) : new Date()
  const figures = figuresOf({ metric, periods, enCurso: query.enCurso, zone, moment })
  const groups = groupsOf(sums, nivel, names, accounts?.names)
  const rowOf = ({ of, ...rest }: (typeof groups)[number]) => ({ ...rest, celdas: figures.cells(of, nivel), total: figures.toDate(of) })
  const shown = excel || accounts ? groups : groups.slice((page - 1) * limit, page * limit)
  const answer: Matrix = {
    anio: year,
    nivel,
    metrica,
    meses: periods.map(({ id, name }) => ({ mes: Number(name.slice(5)), COD_PERIODO: id, PERIODO: name })),
    data: shown.map(rowOf),
    totales: figures.cells(whole, nivel),
    total: figures.toDate(whole),
    filas: accounts?.total ?? groups.length,
  }
  if (!excel) return answer
  if (query.todo && periods.length > 0) {
    const filas = await rowCount(db, caller, view, query, { periods, nivel })
    if (filas > MATRIX_ROWS) throw Invalid('todo', 'matrix_too_large', { rows: filas, most: MATRIX_ROWS })
  }
  const rows = outline({ db, caller, view, query, periods, want, figures, names }, answer.data)
  const filters = await filtersSheet(deps, caller, query, {
    locale,
    of: [
      ['Cifra', 'Figure', locale === 'en' ? metric.etiquetaEn : metric.etiquetaEs],
      ['Año', 'Year', String(year ?? '—')],
      // Where none has been closed yet those in course count, unasked.
      toDateSaid(query.enCurso || answer.totales.every(({ enCurso }) => enCurso), locale),
    ],
  })
  return workbook(answer, rows, { metric, locale, estructura: query.estructura, filters })
}

async function yearOf(db: Deps['db'], view: View, anio: number | undefined) {
  const all = await aggregates.periods(db, view)
  const year = anio ?? (await shownYear(db, all))
  return { year, periods: all.filter(({ name }) => name.startsWith(`${year}-`)) }
}

/** Two statements. */
export async function size(
  deps: Deps,
  caller: Caller,
  query: Parsed<typeof analysisMatrixSize>['query'],
): Promise<Output<typeof analysisMatrixSize>> {
  const view = viewOf(deps.zone, query, caller)
  const { periods } = await yearOf(deps.db, view, query.anio)
  return { filas: await rowCount(deps.db, caller, view, query, { periods, nivel: query.nivel }), maximo: MATRIX_ROWS }
}
