import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardJefatura } from '@cuadre/api/home'
import type { StateName } from '@cuadre/ui'

export type Level = 'jefatura' | 'control'
/** Whose turn it is, counted: the five add up to the total. */
export type Turns = Pick<
  Answer<typeof dashboardJefatura>,
  'total' | 'sinEnviar' | 'rechazados' | 'enJefatura' | 'enControl' | 'aprobados' | 'vencidos'
>
export type Turn = Exclude<keyof Turns, 'total' | 'vencidos'>

/** In the order of the work; what waits for the one who looks is called so. */
export const turnsOf = (level: Level) =>
  [
    { id: 'sinEnviar', list: 'sinEnviar', label: 'home.toPrepare', state: 'por-preparar' },
    { id: 'rechazados', list: 'rechazados', label: 'home.rejectedColumn', state: 'rechazado' },
    { id: 'enJefatura', list: 'enJefatura', label: level === 'jefatura' ? 'home.waiting' : 'home.atJefatura', state: 'pendiente' },
    { id: 'enControl', list: 'enControl', label: level === 'control' ? 'home.waiting' : 'home.atControl', state: 'revision' },
    { id: 'aprobados', list: 'aprobados', label: 'home.approvedColumn', state: 'aprobado' },
  ] as const satisfies readonly { id: Turn; list: string; label: string; state: StateName }[]
