import type { Answer } from '@cuadre/api/endpoint'
import type { analysisMatrix } from '@cuadre/api/matrix'

export type Matrix = Answer<typeof analysisMatrix>
export type Row = Matrix['data'][number]
export type Cell = Row['celdas'][number]
export type Level = Matrix['nivel']
export type Metric = Matrix['metrica']

/** The level that a row opens into, and the filter that it is opened with. */
export const BELOW: Record<Level, Level | undefined> = {
  pais: 'negocio',
  negocio: 'subgerencia',
  subgerencia: 'departamento',
  departamento: 'rubro',
  rubro: 'cuenta',
  cuenta: undefined,
}
const FILTER = {
  pais: 'paisId',
  negocio: 'negocioId',
  subgerencia: 'subgerenciaId',
  departamento: 'departamentoId',
  rubro: 'rubroDe',
  cuenta: 'cuentaId',
} as const
/** What an account may have none of. */
const OPTIONAL: readonly Level[] = ['subgerencia', 'departamento', 'rubro']
/** Part of the organisation as filters of a call. */
export type Place = Partial<Record<(typeof FILTER)[Level], number | 'ninguno'>>
/** The place of a row, also of one that stands for what has none. */
export function inside(place: Place, level: Level, id: number | null): Place | undefined {
  if (id === null && !OPTIONAL.includes(level)) return undefined
  return { ...place, [FILTER[level]]: id ?? 'ninguno' }
}

/** What a figure of a metric counts, as filters of the list. */
export const COUNTS: Record<Metric, Record<string, string>> = {
  completado: { etapa: 'aprobado' },
  avance: {},
  cumplimiento: { plazo: 'cumplido' },
  atrasados: { completitud: 'vencido,completado_tarde' },
  sinExplicar: { sinExplicar: 'true' },
  materiales: { materialidad: 'material,critica' },
  primeraVez: { primeraVez: 'true' },
}

export type Chosen = { key: string; name: string; place: Place; cell: Cell; period: string; cells: readonly Cell[] }
