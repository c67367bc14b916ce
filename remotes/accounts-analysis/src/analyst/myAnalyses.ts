import { type Analysis, dueOf, stateOf } from '@cuadre/api/analysis'
import { toCents } from '@cuadre/tables/format/cents'
import { withoutAccents } from '@cuadre/ui'
import type { TableState } from '@cuadre/ui/data'
import { isSubmitted } from '../shared/state.ts'
import { MORE } from './moreFilters.ts'

/** Names of the filters, as they stand in the address. */
const CHIPS = ['negocio', 'departamento', 'estado', 'materialidad', 'movimiento', 'tipo'] as const
export const FILTERS = [...CHIPS, ...MORE] as const

/** Letters by the one they are without their accent. */
const ACCENTED = new Map<string, string>()
for (let code = 0xc0; code < 0x250; code++) {
  const letter = String.fromCharCode(code)
  const bare = withoutAccents(letter)
  if (bare !== letter) ACCENTED.set(bare, (ACCENTED.get(bare) ?? '') + letter)
}

/** Finds what is wanted, whatever its accents and capitals, in texts as they are: to rewrite them all first is what would cost. */
const matcher = (wanted: string) =>
  new RegExp(Array.from(wanted, (letter) => `[${ACCENTED.get(letter) ?? ''}${letter.replace(/[\\\]^-]/, '\\$&')}]\\p{M}*`).join(''), 'iu')

/** Alone, or with others under one file. */
export const typeOf = ({ AGRUPADO_ID }: Pick<Analysis, 'AGRUPADO_ID'>) => (AGRUPADO_ID === null ? 'individual' : 'agrupado')

/** The whole list is here: what its chips ask is answered where it is shown, at once. */
export function filtered(items: readonly Analysis[], { search, filters }: Pick<TableState, 'search' | 'filters'>) {
  const wanted = withoutAccents(search.trim())
  const found = matcher(wanted)
  const { negocio, departamento, estado, materialidad, movimiento, tipo }: Partial<Record<(typeof CHIPS)[number], readonly string[]>> =
    filters
  if (!wanted && !negocio && !departamento && !estado && !materialidad && !movimiento && !tipo) return items
  return items.filter(
    (item) =>
      (!negocio || negocio.includes(String(item.ID_NEGOCIO))) &&
      (!departamento || departamento.includes(String(item.COD_DEPARTAMENTO))) &&
      (!tipo || tipo.includes(typeOf(item))) &&
      (!estado || estado.includes(stateOf(item))) &&
      (!materialidad || materialidad.includes(item.MATERIALIDAD)) &&
      (!movimiento || (item.INUSUAL !== null && movimiento.includes(item.INUSUAL.VEREDICTO))) &&
      (!wanted || found.test(`${item.CUENTA} ${item.NOMBRE_CUENTA}`)),
  )
}

/** What rows are compared by, read once each: those without one come last, whichever way. `exactly` settles what comes out equal. */
type By = { key: (item: Analysis) => string | number | undefined; exactly?: (a: Analysis, b: Analysis) => number }
const byAmount = (amount: (item: Analysis) => string | null): By => ({
  key: (item) => {
    const of = amount(item)
    return of === null ? undefined : Number(of)
  },
  exactly: (a, b) => {
    const [one, two] = [amount(a) ?? '0', amount(b) ?? '0']
    return one === two ? 0 : Number(toCents(one) - toCents(two))
  },
})
const STATES = ['rechazado', 'por-preparar', 'pendiente', 'revision', 'aprobado']
const ORDERS = {
  cuenta: { key: ({ CUENTA }) => CUENTA },
  nombre: { key: ({ NOMBRE_CUENTA }) => NOMBRE_CUENTA },
  saldo: byAmount(({ VALOR_BALANCE }) => VALOR_BALANCE),
  // Before anything is sent there is neither, as the columns say.
  sustentado: byAmount((item) => (isSubmitted(item) ? item.VALOR_ANALISIS : null)),
  diferencia: byAmount((item) => (isSubmitted(item) ? item.VARIACION : null)),
  movimiento: { key: ({ VARIACION_PERIODO_PCT }) => Number(VARIACION_PERIODO_PCT ?? 0) },
  estado: { key: (item) => STATES.indexOf(stateOf(item)) },
  vence: { key: (item) => Date.parse(dueOf(item) ?? '') || undefined },
} satisfies Record<string, By>
/** What the list is ordered by here. */
export type Order = keyof typeof ORDERS
const { compare } = new Intl.Collator('es')

/** Apart, so that what is called most often of all sees keys of one kind. */
const byText = (keys: readonly string[]) => (a: number, b: number) => compare(keys[a]!, keys[b]!)
const byNumber = (keys: readonly number[], exactly: (a: number, b: number) => number) => (a: number, b: number) =>
  keys[a]! - keys[b]! || exactly(a, b)

/** 'saldo' or '-saldo'; without a wish the server's order of work stays, also among equals. */
export function sorted(items: readonly Analysis[], sort: string | undefined): readonly Analysis[] {
  const order = (ORDERS as Partial<Record<string, By>>)[sort?.replace('-', '') ?? '']
  if (!order) return items
  const sign = sort?.startsWith('-') ? -1 : 1
  const [rest, known]: [Analysis[], Analysis[]] = [[], []]
  const keys: (string | number)[] = []
  for (const item of items) {
    const key = order.key(item)
    if (key !== undefined) keys.push(key)
    ;(key === undefined ? rest : known).push(item)
  }
  const difference =
    typeof keys[0] === 'string'
      ? byText(keys as string[])
      : byNumber(keys as number[], (a, b) => order.exactly?.(known[a]!, known[b]!) ?? 0)
  const places = Uint32Array.from(keys.keys()).sort((a, b) => sign * difference(a, b) || a - b)
  return [...Array.from(places, (place) => known[place]!), ...rest]
}

export interface Attention {
  rejected: readonly Analysis[]
  late: readonly Analysis[]
  next: readonly Analysis[]
  /** Accounts in these states: what the table lists of them. */
  accounts: Record<'rechazado' | 'por-preparar', number>
}
/** What is worked on with one file: an account, or a group, for which its first account stands. */
export function unitsOf(items: readonly Analysis[]): readonly Analysis[] {
  const groups = new Set<number>()
  return items.filter(({ AGRUPADO_ID }) => AGRUPADO_ID === null || (!groups.has(AGRUPADO_ID) && groups.add(AGRUPADO_ID)))
}

/** What came back, what is late, what is due next: each account and each group once. */
export const attentionOf = (all: readonly Analysis[]): Attention => {
  const items = unitsOf(all)
  const count = (state: string) => all.filter((item) => stateOf(item) === state).length
  const open = items.filter((item) => stateOf(item) === 'por-preparar')
  return {
    rejected: items.filter((item) => stateOf(item) === 'rechazado'),
    late: open.filter(({ ATRASADO }) => ATRASADO),
    next: open.filter(({ ATRASADO }) => !ATRASADO),
    accounts: { rechazado: count('rechazado'), 'por-preparar': count('por-preparar') },
  }
}
