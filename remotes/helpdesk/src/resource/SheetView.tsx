import type { Evidence } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { useMemo, useState } from 'react'

type Sheet = Evidence['hojas'][number]
type Cell = Sheet['filas'][number][number]
/** A sheet is drawn at least so large, so that a small one still looks like one. */
const MIN_ROWS = 20
const MIN_COLUMNS = 8
const AMOUNT = /^-?\d+\.(\d+)$/

/** 0 → A, 25 → Z, 26 → AA */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A workbook as a grid: looked at, never computed. */
export function SheetView({ evidence: { hojas } }: { evidence: Evidence }) {
  const { t } = useTranslation('helpdesk')
  const [open, setOpen] = useState(0)
  const [at, setAt] = useState<{ row: number; column: number }>()
  const sheet = hojas[open]
  if (!sheet) return <p className="small muted">{t('preview.emptyWorkbook')}</p>
  const cell = at && sheet.filas[at.row]?.[at.column]
  return (
    <div className="sheet-view">
      <p className="sheet-formula xsmall" aria-live="polite">
        <bdi dir="ltr" className="medium">
          {at && `${columnName(at.column)}${at.row + 1}`}
        </bdi>{' '}
        <bdi dir="ltr" className="ellipsis">
          {cell?.formula ? `=${cell.formula.replace(/^=/, '')}` : cell?.texto}
        </bdi>
      </p>
      <section
        className="sheet-frame"
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('preview.sheet', { name: sheet.nombre || open + 1 })}
      >
        <Grid sheet={sheet} at={at} onPick={(row, column) => setAt({ row, column })} />
        {sheet.recortada && <p className="xsmall muted">{t('preview.cut')}</p>}
      </section>
      {hojas.length > 1 && (
        <div role="tablist" aria-label={t('preview.sheets')} className="sheet-tabs">
          {hojas.map(({ nombre }, i) => (
            <button
              key={nombre}
              type="button"
              role="tab"
              aria-selected={i === open}
              translate="no"
              onClick={() => {
                setOpen(i)
                setAt(undefined)
              }}
            >
              {nombre}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

interface GridProps {
  sheet: Sheet
  at: { row: number; column: number } | undefined
  onPick: (row: number, column: number) => void
}
function Grid({ sheet: { filas }, at, onPick }: GridProps) {
  const locale = useLocale()
  const columns = useMemo(
    () => Array.from({ length: Math.max(MIN_COLUMNS, ...filas.map((row) => row.length)) }, (_, column) => column),
    [filas],
  )
  const written = (cell: Cell | undefined) => {
    const [, decimals] = (cell?.numero && AMOUNT.exec(cell.texto)) || []
    return decimals === undefined ? cell?.texto : formatMoney(cell?.texto, locale, { decimals: Math.min(4, Math.max(2, decimals.length)) })
  }
  return (
    <table className="sheet-grid" translate="no">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col" data-here={column === at?.column || undefined}>
              {columnName(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: Math.max(MIN_ROWS, filas.length) }, (_, row) => (
          <tr key={row}>
            <th scope="row" data-here={row === at?.row || undefined}>
              {row + 1}
            </th>
            {columns.map((column) => {
              const cell = filas[row]?.[column]
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: what a click shows, the formula, is no action
                <td
                  key={column}
                  className={cell?.numero ? 'num' : undefined}
                  data-at={(at?.row === row && at.column === column) || undefined}
                  onClick={() => onPick(row, column)}
                >
                  {written(cell)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
