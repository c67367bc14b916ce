import { type listForAnalyst, MATERIALITY, STATE_NAMES } from '@cuadre/api/analysis'
import type { Input, SortKey } from '@cuadre/api/endpoint'
import { MARKS } from '@cuadre/api/movement'
import type { Sort } from '@cuadre/api/shapes'
import type { TableState } from '@cuadre/ui/data'
import { dayOf, idOfState, ORDERS } from '../shared/filter/values.ts'
import { idOf, known } from '../shared/urlFilters.ts'

/** Names in the address of what has no chip: the server answers these, for the list here does not hold what they ask. */
export const MORE = [
  'desde',
  'hasta',
  'cuenta',
  'nombreDepartamento',
  'principal',
  'jefatura',
  'control',
  'subestado',
  'fueraDeTiempo',
  'segun',
] as const
export type More = (typeof MORE)[number]
export const TYPES = ['individual', 'agrupado'] as const

/** The same order and the same choice in the words of the server. */
const SORTED: Partial<Record<string, SortKey<typeof listForAnalyst>>> = {
  cuenta: 'CUENTA',
  nombre: 'NOMBRE_CUENTA',
  saldo: 'VALOR_BALANCE',
  sustentado: 'VALOR_ANALISIS',
  diferencia: 'VARIACION',
  movimiento: 'VARIACION_PERIODO_PCT',
  estado: 'ESTADO_PRINCIPAL_ID',
  vence: 'VENCE_ANALISTA',
}
const CHOSEN: Partial<Record<string, { bandeja?: 'sin_enviar' | 'por_decidir'; estadoPrincipalId?: number[] }>> = {
  'por-preparar': { bandeja: 'sin_enviar' },
  pendiente: { bandeja: 'por_decidir', estadoPrincipalId: [1] },
  revision: { estadoPrincipalId: [2] },
  rechazado: { estadoPrincipalId: [3] },
  aprobado: { estadoPrincipalId: [4] },
}
const statesOf = (values: readonly string[] | undefined) => known(values, STATE_NAMES)?.map(idOfState)

/** What the address asks for beyond the chips; what makes no sense there asks for nothing. */
export const moreOf = (filters: TableState['filters']) => {
  const { desde, hasta, cuenta, nombreDepartamento, principal, jefatura, control, subestado, fueraDeTiempo, segun } = filters as Partial<
    Record<More, readonly string[]>
  >
  const substate = idOf(subestado?.[0])
  return {
    dateStart: dayOf(desde?.[0]),
    dateEnd: dayOf(hasta?.[0]),
    accountId: idOf(cuenta?.[0]),
    departamentName: nombreDepartamento?.[0]?.trim().slice(0, 120) || undefined,
    // The chip of states says the same in other words: where it is set, it alone counts.
    estadoPrincipalId: filters.estado?.[0] ? undefined : statesOf(principal),
    estadoJefaturaId: statesOf(jefatura),
    estadoControlId: statesOf(control),
    subestadoId: substate === undefined ? undefined : [substate],
    limiteVencido: fueraDeTiempo?.[0] === 'si' || undefined,
    orderBy: known(segun, ORDERS)?.[0],
  }
}
export const moreCount = (filters: TableState['filters']) => Object.values(moreOf(filters)).filter((value) => value !== undefined).length

/** All that is asked for, in the words of the server: for the workbook, and for the list where the server narrows it. */
export function queryOf({ search, sort, filters }: TableState, periodId: number): NonNullable<Input<typeof listForAnalyst>['query']> {
  return {
    periodId,
    search: search || undefined,
    businessId: idOf(filters.negocio?.[0]),
    departmentId: idOf(filters.departamento?.[0]),
    type: known(filters.tipo, TYPES)?.[0],
    materialidad: known(filters.materialidad, MATERIALITY),
    movimiento: known(filters.movimiento, MARKS),
    sort: sort?.replace(/\w+/, (column) => SORTED[column] ?? '') as Sort<SortKey<typeof listForAnalyst>> | undefined,
    ...moreOf(filters),
    ...CHOSEN[filters.estado?.[0] ?? ''],
  }
}
