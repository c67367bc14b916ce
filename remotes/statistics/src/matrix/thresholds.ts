import { reaches } from '@cuadre/api/light'
import type { Cell } from './levels.ts'

type Bounds = { verde: number; ambar: number }
type Metric = { unidad: 'porcentaje' | 'cantidad' | 'monto'; sentido: 1 | -1 }

/** Between which two amber lies, the smaller first: of what is better the less there is of it, green is below. */
export const amberBounds = ({ verde, ambar }: Bounds) => ({ from: Math.min(verde, ambar), to: Math.max(verde, ambar) })

/** Cells of closed months that would get another light with other bounds. Months in course are judged against the plan. */
export function effectOf(cells: readonly Pick<Cell, 'valor' | 'enCurso' | 'semaforo'>[], { unidad, sentido }: Metric, bounds: Bounds) {
  const closed = cells.filter(({ valor, enCurso }) => valor !== null && !enCurso)
  const changed = closed.filter(({ valor, semaforo }) => {
    const value = unidad === 'porcentaje' ? valor! * 100 : valor!
    return semaforo !== (reaches(value, bounds.verde, sentido) ? 'verde' : reaches(value, bounds.ambar, sentido) ? 'ambar' : 'rojo')
  })
  return { changed: changed.length, of: closed.length }
}
