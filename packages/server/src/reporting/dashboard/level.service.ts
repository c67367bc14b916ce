import type { dashboardBusinesses, dashboardDepartments, dashboardSubManagements } from '@cuadre/api/dashboard'
import type { Output, Parsed } from '@cuadre/api/endpoint'
import type { Caller } from '../../platform/http/context.ts'
import * as aggregates from './aggregates/index.ts'
import { byName, type Deps } from './dashboard.service.ts'
import { tile } from './figures.rules.ts'
import * as item from './item.ts'
import { boundsOf } from './matrix.settings.service.ts'
import { ref, requestedPeriod, requestedRange } from './period.ts'
import { percentBucket } from './range.service.ts'

type Query = Parsed<typeof dashboardBusinesses>['query']

type Summed = Query & item.Place & { desdePeriodId?: number | undefined }
/** The period, and its sums grouped as requested, with the names of the groups: two statements. */
export async function summed<W extends aggregates.Count | aggregates.Amount>(
  { db, zone }: Deps,
  caller: Caller,
  query: Summed,
  by: readonly aggregates.By[],
  want: readonly W[],
) {
  const view = item.viewOf(zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(db, view)
  const range = requestedRange(all, query)
  const sums = await aggregates.sums(db, caller, view, query, { by, periods: range, want })
  return { view, all, period: range.at(-1), sums, names }
}
/** With the balances loaded and the bounds of its light, asked at the same time: four statements. */
async function tiles(deps: Deps, caller: Caller, query: Query, by: readonly aggregates.By[]) {
  const view = item.viewOf(deps.zone, query, caller)
  const { all, names } = await aggregates.periodsAndNames(deps.db, view)
  const period = requestedPeriod(all, query)
  const [sums, loaded, bounds] = await Promise.all([
    aggregates.sums(deps.db, caller, view, query, { by, periods: period ? [period] : [], want: aggregates.PROGRESS }),
    aggregates.loadedBalances(deps.db, caller, query, period),
    boundsOf(deps.db, query.asOf),
  ])
  return { period, sums, names, loaded, bounds: bounds.cumplimiento }
}
const grouped = <S, K>(sums: readonly S[], key: (row: S) => K) => [...Map.groupBy(sums, key).values()]

export async function businesses(deps: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardBusinesses>> {
  const { period, sums, names, loaded, bounds } = await tiles(deps, caller, query, ['country', 'business'])
  return {
    period: period ? ref(period) : null,
    data: grouped(sums, ({ business }) => business)
      .map((of) => {
        const { country, business } = of[0]!
        return {
          ID_PAIS: country!,
          PAIS: names.country.get(country!)!,
          ID_NEGOCIO: business!,
          NEGOCIO: names.business.get(business!)!,
          RUTA_IMAGEN: names.image.get(business!) ?? null,
          ...tile(
            of,
            loaded.filter((row) => row.business === business),
            bounds,
          ),
        }
      })
      .sort(byName(({ NEGOCIO }) => NEGOCIO)),
  }
}
export async function subManagements(deps: Deps, caller: Caller, query: Query): Promise<Output<typeof dashboardSubManagements>> {
  const { period, sums, names, loaded, bounds } = await tiles(deps, caller, query, ['business', 'subManagement'])
  return {
    period: period ? ref(period) : null,
    data: grouped(sums, ({ business, subManagement }) => `${business}/${subManagement ?? ''}`)
      .map((of) => {
        const { business, subManagement } = of[0]!
        const SUB_GERENCIA = subManagement ? (names.subManagement.get(subManagement) ?? null) : null
        return {
          ID_NEGOCIO: business!,
          NEGOCIO: names.business.get(business!)!,
          COD_SUB_GERENCIA: subManagement ?? null,
          SUB_GERENCIA,
          ...tile(
            of,
            loaded.filter((row) => row.business === business && row.subManagement === (subManagement ?? null)),
            bounds,
          ),
        }
      })
      .sort(
        byName(
          ({ SUB_GERENCIA }) => SUB_GERENCIA,
          ({ NEGOCIO }) => NEGOCIO,
        ),
      ),
  }
}
export async function departments(
  deps: Deps,
  caller: Caller,
  query: Parsed<typeof dashboardDepartments>['query'],
): Promise<Output<typeof dashboardDepartments>> {
  const { period, sums, names, loaded, bounds } = await tiles(deps, caller, query, ['business', 'subManagement', 'department'])
  return {
    period: period ? ref(period) : null,
    data: grouped(sums, ({ business, department }) => `${business}/${department ?? ''}`)
      .map((of) => {
        const { business, subManagement, department } = of[0]!
        return {
          ID_NEGOCIO: business!,
          NEGOCIO: names.business.get(business!)!,
          COD_SUB_GERENCIA: subManagement ?? null,
          COD_DEPARTAMENTO: department ?? null,
          DEPARTAMENTO: department ? (names.department.get(department) ?? null) : null,
          JEFE: department ? (names.chief.get(department) ?? null) : null,
          ...tile(
            of,
            loaded.filter((row) => row.business === business && row.department === (department ?? null)),
            bounds,
          ),
        }
      })
      .filter(({ completado }) => query.rango === undefined || percentBucket(completado) === query.rango)
      .sort(
        byName(
          ({ DEPARTAMENTO }) => DEPARTAMENTO,
          ({ NEGOCIO }) => NEGOCIO,
        ),
      ),
  }
}
