import { type Analysis, MATERIALITY, STATE_NAMES, type StateName } from '@cuadre/api/analysis'
import { MARKS, type Mark } from '@cuadre/api/movement'
import { dayOf, idOfState, ORDERS, type Order, type StateFilter } from '../shared/filter/values.ts'
import { idOf } from '../shared/urlFilters.ts'

export const BOXES = ['por_decidir', 'decididos', 'sin_enviar', 'rechazados', 'atrasados', 'aprobados', 'por_preparar'] as const
export type Box = (typeof BOXES)[number]

/** The filters of the review, from the URL. */
export interface UrlFilters {
  kind: 'individual' | 'agrupado'
  period?: number
  box: Box
  business?: number
  department?: number
  subManagement?: number
  /** Part of a department's name. */
  departmentName: string
  analyst?: number
  account?: number
  materiality: readonly Analysis['MATERIALIDAD'][]
  /** Of an account, or of any member of a group. */
  movement: readonly Mark[]
  states: Record<StateFilter, readonly StateName[]>
  substate?: number
  /** Longer in its state than it may be. */
  overLimit: boolean
  /** Submitted from and to, YYYY-MM-DD. */
  from?: string
  to?: string
  search: string
  order: Order
  item?: number
}
/** No filters, for "clear". */
export const NO_FILTERS = {
  business: undefined,
  department: undefined,
  subManagement: undefined,
  departmentName: '',
  analyst: undefined,
  account: undefined,
  materiality: [],
  movement: [],
  states: { estado: [], jefatura: [], control: [] },
  substate: undefined,
  overLimit: false,
  from: undefined,
  to: undefined,
} satisfies Partial<UrlFilters>

const one = <T extends string>(values: readonly T[], text: string | null) => values.find((value) => value === text)

export function filtersFromUrl(params: URLSearchParams): UrlFilters {
  // Links in notifications only have the id of a group.
  const kind = params.has('grupo') || params.get('tipo') === 'agrupado' ? 'agrupado' : 'individual'
  const states = (name: StateFilter) => STATE_NAMES.filter((state) => params.getAll(name).includes(state))
  return {
    kind,
    period: idOf(params.get('periodo')),
    box: one(BOXES, params.get('bandeja')) ?? 'por_decidir',
    business: idOf(params.get('negocio')),
    department: idOf(params.get('departamento')),
    subManagement: idOf(params.get('subgerencia')),
    departmentName: params.get('nombreDepartamento') ?? '',
    analyst: idOf(params.get('analista')),
    account: idOf(params.get('cuenta')),
    materiality: MATERIALITY.filter((name) => params.getAll('materialidad').includes(name)),
    movement: MARKS.filter((name) => params.getAll('movimiento').includes(name)),
    states: { estado: states('estado'), jefatura: states('jefatura'), control: states('control') },
    substate: idOf(params.get('subestado')),
    overLimit: params.get('fueraDeTiempo') === 'si',
    from: dayOf(params.get('desde')),
    to: dayOf(params.get('hasta')),
    search: params.get('buscar') ?? '',
    order: one(ORDERS, params.get('orden')) ?? 'riesgo',
    item: idOf(params.get(kind === 'agrupado' ? 'grupo' : 'analisis')),
  }
}

/** A change of filters goes back to the first item, unless it names one; default values are not written. */
export const toParams = (before: URLSearchParams, change: Partial<UrlFilters>) => {
  const next: UrlFilters = { ...filtersFromUrl(before), item: undefined, ...change }
  const params = new URLSearchParams(before)
  const put = (name: string, value: string | number | undefined, fallback?: string) =>
    value === undefined || value === '' || value === fallback ? params.delete(name) : params.set(name, String(value))
  const putAll = (name: string, values: readonly string[]) => {
    params.delete(name)
    for (const value of values) params.append(name, value)
  }
  const grouped = next.kind === 'agrupado'
  put('tipo', next.kind, 'individual')
  put('periodo', next.period)
  put('bandeja', next.box, 'por_decidir')
  put('negocio', next.business)
  put('departamento', next.department)
  put('subgerencia', next.subManagement)
  put('nombreDepartamento', next.departmentName)
  put('analista', next.analyst)
  put('cuenta', next.account)
  put('subestado', next.substate)
  put('fueraDeTiempo', next.overLimit ? 'si' : undefined)
  put('desde', next.from)
  put('hasta', next.to)
  put('buscar', next.search)
  put('orden', next.order, 'riesgo')
  putAll('materialidad', next.materiality)
  putAll('movimiento', next.movement)
  for (const [name, states] of Object.entries(next.states)) putAll(name, states)
  put('analisis', grouped ? undefined : next.item)
  put('grupo', grouped ? next.item : undefined)
  return params
}

const some = <T>(values: readonly T[]) => (values.length > 0 ? [...values] : undefined)
/** The list's query. */
export const queryOf = (asked: UrlFilters, period: number | undefined) => ({
  periodId: period,
  bandeja: asked.box,
  businessId: asked.business,
  departmentId: asked.department,
  subManagementId: asked.subManagement,
  departamentName: asked.departmentName || undefined,
  analystId: asked.analyst,
  accountId: asked.account,
  materialidad: some(asked.materiality),
  movimiento: some(asked.movement),
  estadoPrincipalId: some(asked.states.estado.map(idOfState)),
  estadoJefaturaId: some(asked.states.jefatura.map(idOfState)),
  estadoControlId: some(asked.states.control.map(idOfState)),
  subestadoId: asked.substate === undefined ? undefined : [asked.substate],
  limiteVencido: asked.overLimit || undefined,
  dateStart: asked.from,
  dateEnd: asked.to,
  search: asked.search || undefined,
  orderBy: asked.order,
})

/** Filters that narrow the list beyond its tab and its month. */
export const filterCount = ({
  business,
  department,
  subManagement,
  departmentName,
  analyst,
  account,
  materiality,
  movement,
  states,
  substate,
  overLimit,
  from,
  to,
}: UrlFilters) =>
  [business, department, subManagement, departmentName || undefined, analyst, account, substate, overLimit || undefined, from ?? to].filter(
    (value) => value !== undefined,
  ).length + [materiality, movement, ...Object.values(states)].filter((values) => values.length > 0).length
