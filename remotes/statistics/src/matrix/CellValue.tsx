import { useTranslation } from '@cuadre/shell'
import { formatCompact, formatCount, formatMoney, heatClass, LIGHT, LightGlyph, StateGlyph, useLocale } from '@cuadre/ui'
import { percentOf } from '../shared/ratio.ts'
import type { Cell, Metric } from './levels.ts'

export type Unit = 'porcentaje' | 'cantidad' | 'monto'
type Shown = Pick<Cell, 'valor' | 'monto' | 'MONEDA' | 'semaforo' | 'items'> & Partial<Pick<Cell, 'enCurso' | 'glifo' | 'plan'>>

export function useWrite(unit: Unit) {
  const locale = useLocale()
  return ({ valor, monto, MONEDA }: Pick<Cell, 'valor' | 'monto' | 'MONEDA'>) => {
    if (valor === null) return '—'
    if (unit === 'porcentaje') {
      const percent = percentOf(valor)!
      return formatMoney(percent, locale, { decimals: percent === 100 ? 0 : 1 })
    }
    if (unit !== 'monto') return formatCount(valor, locale)
    // Of nothing the currency says nothing.
    return [formatCompact(monto, locale), valor !== 0 && MONEDA].filter(Boolean).join(' ')
  }
}

/** How a state of the analysis is drawn. */
export const STATES = { P: 'pendiente', R: 'revision', X: 'rechazado', A: 'aprobado' } as const
type Letter = keyof typeof STATES
/** Of an account a completed share is all or nothing: its analysis of the month says more. */
const stateOf = ({ glifo }: Shown, metric: Metric) => (metric === 'completado' && glifo && glifo !== '—' ? glifo : undefined)

/** The state of an account's analysis: shape, letter and colour; its word for a screen reader. */
export function StateLetter({ letter }: { letter: Letter }) {
  const { t } = useTranslation('statistics')
  return (
    <span className={`matrix-letter state-${STATES[letter]}`} title={t(`matrix.states.${letter}`)}>
      <StateGlyph state={STATES[letter]} size={12} />
      <span aria-hidden>{letter}</span>
      <span className="sr-only">{t(`matrix.states.${letter}`)}</span>
    </span>
  )
}

/** Shape, figure and colour; a month in course that keeps to its plan has a hollow ring. */
export function CellValue({ cell, unit, metric }: { cell: Shown; unit: Unit; metric: Metric }) {
  const { t } = useTranslation('statistics')
  const write = useWrite(unit)
  const state = stateOf(cell, metric)
  if (state) return <StateLetter letter={state} />
  const light = cell.semaforo && LIGHT[cell.semaforo]
  const inPlan = cell.enCurso && cell.plan !== null && light === 'meta'
  return (
    <>
      {inPlan ? (
        <span className="matrix-ring" aria-hidden />
      ) : (
        light && (
          <>
            <LightGlyph light={light} size={8} />
            <span className="sr-only">{t(`matrix.light.${light}`)} </span>
          </>
        )
      )}
      <span className="num">{write(cell)}</span>
    </>
  )
}

export const cellClass = (cell: Shown, unit: Unit, metric: Metric) => {
  if (stateOf(cell, metric)) return cell.enCurso ? 'matrix-state matrix-open' : 'matrix-state'
  if (cell.enCurso) return cell.items === 0 ? undefined : `matrix-open matrix-${cell.semaforo ?? 'none'}`
  return unit === 'porcentaje' && cell.semaforo ? heatClass(percentOf(cell.valor)) : undefined
}
