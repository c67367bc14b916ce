import { type Analysis, MATERIALITY } from '@cuadre/api/analysis'

export const BOXES = ['por_decidir', 'decididos', 'sin_enviar', 'rechazados', 'atrasados', 'aprobados', 'por_preparar'] as const
export type Box = (typeof BOXES)[number]
export const ORDERS = ['riesgo', 'cuenta', 'vence', 'diferencia', 'saldo'] as const
export type Order = (typeof ORDERS)[number]

/** What the address asks the review to show. */
export interface Asked {
  period?: number
  box: Box
  business?: number
  department?: number
  analyst?: number
  materiality: readonly Analysis['MATERIALIDAD'][]
  search: string
  order: Order
  item?: number
}

const id = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
const one = <T extends string>(values: readonly T[], text: string | null) => values.find((value) => value === text)

export const askedFrom = (params: URLSearchParams): Asked => ({
  period: id(params.get('periodo')),
  box: one(BOXES, params.get('bandeja')) ?? 'por_decidir',
  business: id(params.get('negocio')),
  department: id(params.get('departamento')),
  analyst: id(params.get('analista')),
  materiality: MATERIALITY.filter((name) => params.getAll('materialidad').includes(name)),
  search: params.get('buscar') ?? '',
  order: one(ORDERS, params.get('orden')) ?? 'riesgo',
  item: id(params.get('analisis')),
})

/** A change of the list begins at its first item again, unless one is asked for; what is at its default is not written. */
export const toParams = (before: URLSearchParams, change: Partial<Asked>) => {
  const next: Asked = { ...askedFrom(before), item: undefined, ...change }
  const params = new URLSearchParams(before)
  const put = (name: string, value: string | number | undefined, plain?: string) =>
    value === undefined || value === '' || value === plain ? params.delete(name) : params.set(name, String(value))
  put('periodo', next.period)
  put('bandeja', next.box, 'por_decidir')
  put('negocio', next.business)
  put('departamento', next.department)
  put('analista', next.analyst)
  put('buscar', next.search)
  put('orden', next.order, 'riesgo')
  params.delete('materialidad')
  for (const name of next.materiality) params.append('materialidad', name)
  put('analisis', next.item)
  return params
}

/** The list's query. */
export const queryOf = ({ box, business, department, analyst, materiality, search, order }: Asked, period: number | undefined) => ({
  periodId: period,
  bandeja: box,
  businessId: business,
  departmentId: department,
  analystId: analyst,
  materialidad: materiality.length > 0 ? [...materiality] : undefined,
  search: search || undefined,
  orderBy: order,
})

/** Filters that narrow the list beyond its tab and its month. */
export const filterCount = ({ business, department, analyst, materiality }: Asked) =>
  [business, department, analyst].filter((value) => value !== undefined).length + (materiality.length > 0 ? 1 : 0)
