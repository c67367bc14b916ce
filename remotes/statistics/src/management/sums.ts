import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardManagement } from '@cuadre/api/home'
import { fromCents, isZero, sumsByCurrency, toCents } from '@cuadre/tables/format/cents'

export type Management = Answer<typeof dashboardManagement>
export type BusinessRow = Management['porNegocio'][number]
export type Amounts = Management['total']['sinExplicar']

const add = (rows: readonly BusinessRow[], of: (row: BusinessRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** Several businesses taken together: ratios of sums, never averages of ratios (rules §1.0). */
export function sumOf(rows: readonly BusinessRow[]) {
  const firmas = add(rows, (row) => row.firmas)
  const firmasRequeridas = add(rows, (row) => row.firmasRequeridas)
  // K4a: the answer brings the ratio; what it divides is a whole number of the three sign-offs of each item.
  const enPlazo = add(rows, (row) => Math.round((row.aTiempo ?? 0) * row.firmasRequeridas))
  return {
    items: add(rows, (row) => row.items),
    firmas,
    firmasRequeridas,
    avance: ratio(firmas, firmasRequeridas),
    aTiempo: ratio(enPlazo, firmasRequeridas),
    vencidos: add(rows, (row) => row.vencidos),
    sinExplicar: sumsByCurrency(rows.flatMap((row) => row.sinExplicar)),
    sinSustentar: sumsByCurrency(rows.flatMap((row) => row.sinSustentar)),
  }
}

export type Converted = { MONEDA: string; monto: string; sinTasa: string[] }
/** What is unexplained of businesses in the group's currency: the sum of what each shows; and the currencies that are not in it. */
export function convertedOf(
  grupo: Management['grupo'],
  rows: readonly Pick<BusinessRow, 'ID_NEGOCIO' | 'sinExplicar'>[],
): Converted | undefined {
  if (!grupo) return undefined
  const ids = new Set(rows.map(({ ID_NEGOCIO }) => ID_NEGOCIO))
  const rated = new Set([grupo.MONEDA, ...grupo.tasas.map(({ MONEDA }) => MONEDA)])
  const open = rows.flatMap(({ sinExplicar }) => sinExplicar.filter(({ monto }) => !isZero(monto)).map(({ MONEDA }) => MONEDA))
  const sum = grupo.sinExplicar.reduce((all, { ID_NEGOCIO, monto }) => (ids.has(ID_NEGOCIO) ? all + toCents(monto) : all), 0n)
  return { MONEDA: grupo.MONEDA, monto: fromCents(sum), sinTasa: [...new Set(open)].filter((currency) => !rated.has(currency)).sort() }
}
/** K16: what is unexplained as percent of all balances in its currency; null without any. As numbers for a share only. */
export function shareOf({ MONEDA, monto }: Amounts[number], balances: Management['total']['sustentado']): number | null {
  const whole = Number(balances.find((each) => each.MONEDA === MONEDA)?.requerido ?? 0)
  return whole === 0 ? null : (100 * Number(monto)) / whole
}
/** How much more is unexplained than in the month before, in one currency; undefined without such a month, 0 where nothing was. */
export function changeIn({ anterior }: Pick<Management['total'], 'anterior'>, { MONEDA, monto }: Amounts[number]): string | undefined {
  if (!anterior) return undefined
  const before = anterior.sinExplicar.find((each) => each.MONEDA === MONEDA)?.monto ?? '0.00'
  return fromCents(toCents(monto) - toCents(before))
}
