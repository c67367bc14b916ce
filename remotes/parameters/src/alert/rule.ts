import type { Alert, createAlert } from '@cuadre/api/alert'
import type { Parsed } from '@cuadre/api/endpoint'

/** A rule as it is being written. */
export type Rule = Parsed<typeof createAlert>['body']
/** What a part of the sentence is given. */
export interface RulePart {
  rule: Rule
  write: boolean
  onChange: (part: Partial<Rule>) => void
}

/** Kinds in the order and under the headings of the list. */
export const FAMILIES = {
  plazos: [7, 8, 17, 19],
  decisiones: [9, 10, 11, 12, 13, 18],
  saldos: [4, 5, 6, 14, 15, 16, 25],
  acceso: [21, 22, 23],
  otras: [1, 2, 3, 20, 24],
} as const
export type Family = keyof typeof FAMILIES
export const familyOf = (tipoId: number): Family =>
  (Object.keys(FAMILIES) as Family[]).find((family) => (FAMILIES[family] as readonly number[]).includes(tipoId)) ?? 'otras'

/** Kinds whose findings have a moment from which the escalation counts. */
export const ESCALATES = [8, 17, 23]

/** Kinds looked for by the clock that tell of an analysis at a time of its own; of others one analysis is no example. */
export const TIMED = [7, 8, 17, 19]

export const ruleOf = ({ tipoId, nombre, alcance, condicion, destinatarios, canales, frecuencia, ventana, ...rest }: Alert): Rule => ({
  tipoId,
  nombre,
  alcance,
  condicion,
  destinatarios,
  canales,
  frecuencia,
  ventana,
  prioridad: rest.prioridad,
  escalarHoras: rest.escalarHoras,
  mensaje: rest.mensaje,
  activo: rest.activo,
  vigenteDesde: rest.vigenteDesde,
  vigenteHasta: rest.vigenteHasta,
})

/** A rule as it is being written, with `theirs` where it still says what it said `before`. */
export const untouchedFrom = (theirs: Rule, mine: Rule, before: Rule): Rule => {
  const touched = (part: string) => JSON.stringify(mine[part as keyof Rule]) !== JSON.stringify(before[part as keyof Rule])
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([part]) => touched(part))) }
}

export const newRule = (type: { id: number; nombre: string; programada: boolean; prioridad: 'A' | 'M' | 'B' }): Rule => ({
  tipoId: type.id,
  nombre: type.nombre,
  alcance: { paisId: null, negocioId: null, departamentoId: null },
  condicion: {
    umbral: null,
    dias: type.id === 7 || type.id === 19 ? [3, 1, 0] : type.id === 15 ? [60] : type.id === 21 || type.id === 22 ? [14, 7, 3, 1] : [],
    horas: type.id === 17 ? 18 : null,
  },
  destinatarios: { responsable: true, superior: false, roles: [], usuarios: [] },
  canales: { app: true, correo: true },
  frecuencia: type.programada ? 'diaria' : 'inmediata',
  ventana: { desde: '09:00', hasta: '18:00' },
  prioridad: type.prioridad,
  escalarHoras: null,
  mensaje: null,
  activo: true,
  vigenteDesde: null,
  vigenteHasta: null,
})

/** "3, 1" → [3, 1]; undefined where something is no whole number of days. */
export function daysOf(text: string): number[] | undefined {
  const parts = text.split(/[\s,;y]+/).filter(Boolean)
  const days = parts.map(Number)
  return days.length > 0 && days.length <= 10 && days.every((day) => Number.isInteger(day) && day >= 0 && day <= 3650)
    ? [...new Set(days)].sort((a, b) => b - a)
    : undefined
}
