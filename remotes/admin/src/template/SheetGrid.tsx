import type { TemplateSheet } from '@cuadre/api/template'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addressOf, columnName, placeOf } from './cell.ts'

const MIN_ROWS = 24
const MIN_COLUMNS = 9

export interface Mark {
  /** Empty: the first sheet. */
  sheet: string
  address: string
  name: string
  /** Cuadre writes it; else the analyst does. */
  filled: boolean
  wrong: boolean
}
interface Props {
  sheets: TemplateSheet['hojas']
  marks: readonly Mark[]
  /** The field whose cell is asked for. */
  choosing: string | undefined
  onPick: (place: string) => void
  onCancel: () => void
}

/** A workbook as a grid; while a field is chosen, a click or Enter on a cell is its place. */
export function SheetGrid({ sheets, marks, choosing, onPick, onCancel }: Props) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(0)
  const [at, setAt] = useState<{ row: number; column: number }>()
  const sheet = sheets[open] ?? sheets[0]!
  const columns = Math.max(MIN_COLUMNS, ...sheet.filas.map((row) => row.length))
  const rows = Math.max(MIN_ROWS, sheet.filas.length)
  const marked = new Map(marks.filter((mark) => mark.sheet === '' || mark.sheet === sheet.nombre).map((mark) => [mark.address, mark]))
  const pick = (row: number, column: number) => {
    setAt({ row, column })
    if (choosing) onPick(placeOf(sheet.nombre, row, column))
  }
  useEffect(() => {
    if (!choosing) return
    const cancel = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && onCancel()
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [choosing, onCancel])
  const grid = useRef<HTMLElement>(null)
  // A cell that the arrows reach is in sight.
  useEffect(() => {
    if (at) void grid.current?.querySelector('[data-at]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (event.key === 'Enter' && at && choosing) pick(at.row, at.column)
    else if (by)
      setAt({
        row: Math.min(rows - 1, Math.max(0, (at?.row ?? 0) + by[0]!)),
        column: Math.min(columns - 1, Math.max(0, (at?.column ?? 0) + by[1]!)),
      })
    else return
    event.preventDefault()
  }
  const here = at && addressOf(at.row, at.column)
  const cell = at && sheet.filas[at.row]?.[at.column]
  const mark = here && marked.get(here)
  return (
    <>
      <div className="template-formula" aria-live="polite">
        <b className="medium">{here && <bdi dir="ltr">{here}</bdi>}</b>
        <span className="ellipsis grow">
          <bdi dir="ltr">{cell?.formula ? `=${cell.formula.replace(/^=/, '')}` : cell?.texto}</bdi>
          {mark && <span className="sr-only"> {mark.name}</span>}
        </span>
        {choosing ? (
          <span className="template-choosing">{t('template.choosing', { field: choosing })}</span>
        ) : (
          <span className="xsmall muted">
            <i className="template-key" /> {t('template.keyFilled')} <i className="template-key" data-written /> {t('template.keyWritten')}
          </span>
        )}
      </div>
      <section
        ref={grid}
        className="template-grid"
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('template.sheetOf', { name: sheet.nombre })}
        data-choosing={choosing ? true : undefined}
        // The cell that the arrows and Enter begin with is seen; a press chooses its own.
        onFocus={({ target }) => !at && target.matches(':focus-visible') && setAt({ row: 0, column: 0 })}
        onKeyDown={onKeyDown}
      >
        <table translate="no">
          <thead>
            <tr>
              <td />
              {Array.from({ length: columns }, (_, column) => (
                <th key={column} scope="col" data-here={column === at?.column || undefined}>
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                <th scope="row" data-here={row === at?.row || undefined}>
                  {row + 1}
                </th>
                {Array.from({ length: columns }, (_, column) => {
                  const mark = marked.get(addressOf(row, column))
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows move the cell, Enter takes it
                    <td
                      key={column}
                      data-cell={addressOf(row, column)}
                      data-mark={mark ? (mark.wrong ? 'wrong' : mark.filled ? 'filled' : 'written') : undefined}
                      data-at={(row === at?.row && column === at.column) || undefined}
                      className={sheet.filas[row]?.[column]?.numero ? 'num' : undefined}
                      onClick={() => pick(row, column)}
                    >
                      <Text cell={sheet.filas[row]?.[column]} amount={mark !== undefined && AMOUNTS.has(mark.name)} />
                      {mark && <span className="template-tag">{mark.name}</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {sheet.recortada && <p className="xsmall muted">{t('template.cut')}</p>}
      </section>
      {sheets.length > 1 && (
        <div role="tablist" aria-label={t('template.sheets')} className="template-sheets">
          {sheets.map(({ nombre }, index) => (
            <button key={nombre} type="button" role="tab" aria-selected={index === open} translate="no" onClick={() => setOpen(index)}>
              {nombre || t('template.sheetOf', { name: index + 1 })}
            </button>
          ))}
        </div>
      )}
    </>
  )
}

/** Fields whose numbers are amounts, also in a currency without cents. */
const AMOUNTS: ReadonlySet<string> = new Set(['VALOR_BALANCE', 'SALDO_ANTERIOR', 'VALOR_ANALISIS', 'VARIACION'])

/** Amounts in the language's form; codes and everything else as they stand. */
function Text({ cell, amount }: { cell: TemplateSheet['hojas'][number]['filas'][number][number] | undefined; amount: boolean }) {
  const locale = useLocale()
  if (!cell) return null
  const [number, fraction] = (cell.numero && /^-?\d+(?:\.(\d+))?$/.exec(cell.texto)) || []
  if (number === undefined || !(fraction || amount)) return <>{cell.texto}</>
  return <>{formatMoney(cell.texto, locale, { decimals: fraction ? 2 : 0 })}</>
}
