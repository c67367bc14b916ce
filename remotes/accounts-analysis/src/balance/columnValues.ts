import { AMOUNT_UNITS, type Mapping } from '@cuadre/api/balance'
import { columnsOf, type Layout, type Use, usesOf, widthOf } from './mapping.ts'

export type Values = {
  /** Whose form it is: what a session that ended left of another load is not for this one. */
  load: number
  sheet: string
  headerRow: number
  uses: Use[]
  /** By column: the business whose balances it holds, where its heading does not say it. */
  owners: string[]
  documento: string
  decimal: string
  /** '1', '1000' or '1000000'. */
  unit: string
  empty: string
  groups: string
  repeated: string
  /** Said on the review, and kept when the columns are changed. */
  rest: Pick<Mapping, 'ceros' | 'cerosDelante' | 'negocioVacio'>
  business: string
  create: boolean
  country: string
}

export const valuesOf = (load: number, mapping: Mapping | null, layout: Layout): Values => ({
  load,
  sheet: mapping?.sheet ?? '',
  headerRow: mapping?.headerRow ?? 0,
  uses: usesOf(mapping ?? { columns: {} }, widthOf(layout)),
  owners: Array.from({ length: widthOf(layout) }, (_, index) =>
    String(mapping?.negocios?.find(({ columna }) => columna === index)?.ID_NEGOCIO ?? ''),
  ),
  documento: mapping?.documento ?? '',
  decimal: mapping?.decimal ?? '',
  unit: String(mapping?.unidad ?? 1),
  empty: mapping?.emptyAmount === 'refuse' ? '' : (mapping?.emptyAmount ?? ''),
  groups: mapping?.grupos ?? '',
  repeated: mapping?.repetidas === 'sumar' ? 'sumar' : '',
  rest: {
    ...(mapping?.ceros && { ceros: mapping.ceros }),
    ...(mapping?.cerosDelante && { cerosDelante: mapping.cerosDelante }),
    ...(mapping?.negocioVacio && { negocioVacio: mapping.negocioVacio }),
  },
  business: String(mapping?.ID_NEGOCIO ?? ''),
  create: mapping?.crearNegociosEnPais !== undefined,
  country: String(mapping?.crearNegociosEnPais ?? ''),
})

export const namesBusiness = (uses: readonly Use[]) =>
  uses.some((use) => use === 'negocioCodigo' || use === 'negocioNombre' || use === 'saldoDe')

/** Only what the columns leave open is sent: one business for all rows, or those of a column. */
export function mappingOf({
  sheet,
  headerRow,
  uses,
  owners,
  documento,
  decimal,
  unit,
  empty,
  groups,
  repeated,
  rest,
  business,
  create,
  country,
}: Values): Mapping {
  const byColumn = namesBusiness(uses)
  return {
    ...(sheet ? { sheet } : {}),
    headerRow,
    ...columnsOf(uses, owners),
    ...(uses.includes('documento') && documento ? { documento } : {}),
    ...(decimal === ',' || decimal === '.' ? { decimal } : {}),
    unidad: AMOUNT_UNITS.find((each) => String(each) === unit),
    ...(empty === 'skip' || empty === 'zero' ? { emptyAmount: empty } : {}),
    ...(groups === 'omitir' || groups === 'cargar' ? { grupos: groups } : {}),
    ...(repeated === 'sumar' ? { repetidas: repeated } : {}),
    ...rest,
    ...(!byColumn && business ? { ID_NEGOCIO: Number(business) } : {}),
    ...(byColumn && create && country ? { crearNegociosEnPais: Number(country) } : {}),
  }
}
