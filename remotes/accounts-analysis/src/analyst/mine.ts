import type { Analysis } from '@cuadre/api/analysis'
import type { TableState } from '@cuadre/ui/data'
import { toCents } from '../shared/cents.ts'
import { dueOf, stateOf } from '../shared/state.ts'

/** Names of the filters, as they stand in the address. */
export const FILTERS = ['negocio', 'estado', 'materialidad'] as const

const MARKS = /\p{M}/gu
const plain = (text: string) => text.normalize('NFD').replace(MARKS, '').toLocaleLowerCase()

/** The whole list is here: it is narrowed where it is shown, at once. */
export function filtered(items: readonly Analysis[], { search, filters }: Pick<TableState, 'search' | 'filters'>) {
  const wanted = plain(search.trim())
  const among = (name: (typeof FILTERS)[number], value: string) => !filters[name] || filters[name].includes(value)
  return items.filter(
    (item) =>
      plain(`${item.CUENTA} ${item.NOMBRE_CUENTA}`).includes(wanted) &&
      among('negocio', String(item.ID_NEGOCIO)) &&
      among('estado', stateOf(item)) &&
      among('materialidad', item.MATERIALIDAD),
  )
}

const compareAmounts = (a: string | null, b: string | null) => {
  const [one, two] = [toCents(a ?? '0'), toCents(b ?? '0')]
  return one < two ? -1 : one > two ? 1 : 0
}
const STATES = ['rechazado', 'por-preparar', 'pendiente', 'revision', 'aprobado']
const ORDERS: Record<string, (a: Analysis, b: Analysis) => number> = {
  cuenta: (a, b) => a.CUENTA.localeCompare(b.CUENTA),
  nombre: (a, b) => a.NOMBRE_CUENTA.localeCompare(b.NOMBRE_CUENTA, 'es'),
  saldo: (a, b) => compareAmounts(a.VALOR_BALANCE, b.VALOR_BALANCE),
  sustentado: (a, b) => compareAmounts(a.VALOR_ANALISIS, b.VALOR_ANALISIS),
  diferencia: (a, b) => compareAmounts(a.VARIACION, b.VARIACION),
  movimiento: (a, b) => Number(a.VARIACION_PERIODO_PCT ?? 0) - Number(b.VARIACION_PERIODO_PCT ?? 0),
  estado: (a, b) => STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)),
  vence: (a, b) => (dueOf(a) ?? '9').localeCompare(dueOf(b) ?? '9'),
}

/** 'saldo' or '-saldo'; without a wish the server's order of work stays. */
export function sorted(items: readonly Analysis[], sort: string | undefined) {
  const order = ORDERS[sort?.replace('-', '') ?? '']
  if (!order) return items
  const sign = sort?.startsWith('-') ? -1 : 1
  return items.toSorted((a, b) => sign * order(a, b))
}

export interface Attention {
  rejected: readonly Analysis[]
  late: readonly Analysis[]
  next: readonly Analysis[]
}
/** What came back, what is late, what is due next: each account once. */
export const attentionOf = (items: readonly Analysis[]): Attention => {
  const open = items.filter((item) => stateOf(item) === 'por-preparar')
  return {
    rejected: items.filter((item) => stateOf(item) === 'rechazado'),
    late: open.filter(({ ATRASADO }) => ATRASADO),
    next: open.filter(({ ATRASADO }) => !ATRASADO),
  }
}
