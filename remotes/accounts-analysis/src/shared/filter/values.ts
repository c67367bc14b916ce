import { STATE_NAMES, type StateName } from '@cuadre/api/analysis'

/** The list's query for each of the three states of an analysis. */
export const STATES = { estado: 'estadoPrincipalId', jefatura: 'estadoJefaturaId', control: 'estadoControlId' } as const
export type StateFilter = keyof typeof STATES
export const idOfState = (name: StateName) => STATE_NAMES.indexOf(name) + 1
/** How a list may be ordered otherwise than by a column. */
export const ORDERS = ['riesgo', 'cuenta', 'vence', 'diferencia', 'saldo'] as const
export type Order = (typeof ORDERS)[number]
/** A day of an address; what is none asks for nothing. */
export const dayOf = (text: string | null | undefined) => (text && /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) ? text : undefined)
