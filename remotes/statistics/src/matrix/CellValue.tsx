import { useTranslation } from '@cuadre/shell'
import { formatCompact, formatCount, formatMoney, heatClass, LIGHT, LightGlyph, useLocale } from '@cuadre/ui'
import { percentOf } from '../shared/ratio.ts'
import type { Cell } from './levels.ts'

export type Unit = 'porcentaje' | 'cantidad' | 'monto'
type Shown = Pick<Cell, 'valor' | 'monto' | 'semaforo' | 'items'> & Partial<Pick<Cell, 'enCurso' | 'glifo' | 'plan'>>

export function useWrite(unit: Unit) {
  const locale = useLocale()
  return ({ valor, monto }: Pick<Cell, 'valor' | 'monto'>) => {
    if (valor === null) return '—'
    if (unit === 'porcentaje') {
      const percent = percentOf(valor)!
      return formatMoney(percent, locale, { decimals: percent === 100 ? 0 : 1 })
    }
    return unit === 'monto' ? formatCompact(monto, locale) : formatCount(valor, locale)
  }
}

/** Shape, figure and colour; a month in course that keeps to its plan has a hollow ring. */
export function CellValue({ cell, unit }: { cell: Shown; unit: Unit }) {
  const { t } = useTranslation('statistics')
  const write = useWrite(unit)
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

export const cellClass = (cell: Shown, unit: Unit) => {
  if (cell.enCurso) return cell.items === 0 ? undefined : `matrix-open matrix-${cell.semaforo ?? 'none'}`
  return unit === 'porcentaje' && cell.semaforo ? heatClass(percentOf(cell.valor)) : undefined
}
