import type { Evidence } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, useLocale } from '@cuadre/ui'
import { Link2 } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { addressOf, columnName, type Place, placeOf, written } from './cell.ts'

type Sheet = Evidence['hojas'][number]
/** A sheet is drawn at least so long, so that a small one still looks like one. */
const MIN_ROWS = 24
/** Pixels of a column: by its longest text, within reason. */
const WIDTH = { least: 64, most: 340, letter: 6.9, digit: 7.8, padding: 14, head: 36, squeezed: 84, empty: 78 }

/**
 * The workbook as a grid, with the cell of VALOR_ANALISIS ringed and named; `beside`: an annex, of which none is expected. Looked at, never
 * computed.
 */
export function Workbook({ evidence, beside }: { evidence: Evidence; beside: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { hojas, celda } = evidence
  const named = useMemo(() => {
    const sheet = hojas.findIndex(({ nombre }) => nombre === celda?.hoja)
    const place = celda && placeOf(celda.direccion)
    return celda && place && sheet >= 0 ? { sheet, place, celda } : undefined
  }, [hojas, celda])
  const [open, setOpen] = useState(named?.sheet ?? 0)
  const [at, setAt] = useState<Place | undefined>(named?.place)
  const frame = useRef<HTMLDivElement>(null)
  const sheet = hojas[open]
  const ring = named?.sheet === open ? named.place : undefined
  const size = useMemo(() => extentOf(sheet), [sheet])

  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (frame.current) setRoom(frame.current.clientWidth)
  }, [])
  // Where the value stands, when a sheet is opened or drawn anew.
  useLayoutEffect(() => reveal(frame.current, at, true), [open, room])

  const pick = useCallback((place: Place) => setAt(place), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    const next = {
      row: Math.min(size.rows - 1, Math.max(0, (at?.row ?? 0) + by[0]!)),
      column: Math.min(size.columns - 1, Math.max(0, (at?.column ?? 0) + by[1]!)),
    }
    setAt(next)
    reveal(frame.current, next)
  }
  if (!sheet) return <p className="review-grid-none muted small">{t('review.emptyWorkbook')}</p>

  const cell = at && sheet.filas[at.row]?.[at.column]
  const isNamed = Boolean(at && ring && at.row === ring.row && at.column === ring.column)
  const formula = cell?.formula ?? (isNamed ? named?.celda.formula : undefined)
  const stored = isNamed ? named?.celda.valor : undefined
  const turnTo = (index: number) => {
    setOpen(index)
    setAt(index === named?.sheet ? named.place : undefined)
  }
  return (
    <>
      <div className="review-formula" aria-live="polite">
        <span className="medium">{at && <bdi dir="ltr">{addressOf(at)}</bdi>}</span>
        <span className="faint" aria-hidden>
          fx
        </span>
        <span className="ellipsis grow">
          <bdi dir="ltr">{formula ? (formula.startsWith('=') ? formula : `=${formula}`) : cell?.texto}</bdi>
        </span>
        {stored && (
          <span className="muted nowrap">
            {t('review.stored')} <bdi dir="ltr">{formatMoney(stored, locale)}</bdi>
          </span>
        )}
      </div>
      <section
        className="review-grid"
        dir="ltr"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={t('review.sheetOf', { name: sheet.nombre || 1 })}
        onKeyDown={onKeyDown}
      >
        <Grid sheet={sheet} size={size} room={room} at={at} ring={ring} onPick={pick} />
        {sheet.recortada && <p className="xsmall muted review-cut">{t('review.cut')}</p>}
      </section>
      <footer className="review-sheets">
        <div role="tablist" aria-label={t('review.sheets')} className="row">
          {hojas.map(({ nombre }, index) => (
            <button
              key={nombre}
              type="button"
              role="tab"
              aria-selected={index === open}
              translate={nombre ? 'no' : undefined}
              onClick={() => turnTo(index)}
            >
              {/* A text table is one sheet, and has no name. */}
              {nombre || t('review.sheetOf', { name: index + 1 })}
            </button>
          ))}
        </div>
        <span className="grow" />
        {named ? (
          <button
            type="button"
            className="link xsmall row review-named"
            onClick={() => {
              turnTo(named.sheet)
              if (named.sheet === open) reveal(frame.current, named.place, true)
            }}
          >
            <Link2 aria-hidden />
            {t('review.named', { cell: named.celda.direccion })}
          </button>
        ) : (
          !beside && <span className="xsmall muted review-named">{t('review.notNamed')}</span>
        )}
      </footer>
    </>
  )
}

const extentOf = (sheet: Sheet | undefined) => ({
  rows: Math.max(MIN_ROWS, sheet?.filas.length ?? 0),
  columns: Math.max(1, ...(sheet?.filas.map((row) => row.length) ?? [])),
})
/** Empty columns take what room is left. */
const filledUp = (widths: readonly number[], room: number) => {
  const left = Number.isFinite(room) ? room - widths.reduce((sum, width) => sum + width, WIDTH.head) : 0
  return [...widths, ...Array<number>(Math.max(0, Math.floor(left / WIDTH.empty))).fill(WIDTH.empty)]
}
const spills = (row: Sheet['filas'][number] | undefined, column: number) => !row?.[column]?.numero && !row?.[column + 1]?.texto
const widthsOf = (sheet: Sheet, texts: readonly string[][], columns: number) =>
  Array.from({ length: columns }, (_, column) => {
    const needed = sheet.filas.map((row, index) => {
      const length = texts[index]?.[column]?.length ?? 0
      const cell = row[column]
      if (!cell) return 0
      // A figure is never cut; a title runs over the empty cells beside it.
      if (cell.numero) return length * WIDTH.digit
      return spills(row, column) ? 0 : Math.min(WIDTH.most, length * WIDTH.letter)
    })
    return Math.round(Math.max(WIDTH.least, ...needed) + WIDTH.padding)
  })
/** Text gives way to figures when the pane is a little too narrow for both. */
const squeezed = (widths: readonly number[], sheet: Sheet, room: number) => {
  const text = widths.map((width, column) => (sheet.filas.some((row) => row[column]?.numero) ? 0 : Math.max(0, width - WIDTH.squeezed)))
  const excess = widths.reduce((sum, width) => sum + width, WIDTH.head) - room
  const slack = text.reduce((sum, width) => sum + width, 0)
  if (excess <= 0 || slack === 0) return widths
  return widths.map((width, column) => Math.floor(width - text[column]! * Math.min(1, excess / slack)))
}

interface GridProps {
  sheet: Sheet
  size: { rows: number; columns: number }
  /** Pixels that there are. */
  room: number
  at: Place | undefined
  ring: Place | undefined
  onPick: (place: Place) => void
}
function Grid({ sheet, size, room, at, ring, onPick }: GridProps) {
  const locale = useLocale()
  const texts = useMemo(() => written(sheet.filas, (amount, decimals) => formatMoney(amount, locale, { decimals })), [sheet, locale])
  const widths = useMemo(
    () => filledUp(squeezed(widthsOf(sheet, texts, size.columns), sheet, room), room),
    [sheet, texts, size.columns, room],
  )
  const columns = widths.map((_, column) => column)
  return (
    <table className="review-sheet" translate="no" style={{ inlineSize: widths.reduce((sum, width) => sum + width, WIDTH.head) }}>
      <colgroup>
        <col style={{ inlineSize: WIDTH.head }} />
        {widths.map((width, column) => (
          <col key={column} style={{ inlineSize: width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td className="review-corner" />
          {columns.map((column) => (
            <th key={column} scope="col" data-here={column === at?.column || undefined}>
              {columnName(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: size.rows }, (_, row) => (
          <Line
            key={row}
            row={row}
            cells={sheet.filas[row]}
            texts={texts[row]}
            columns={widths.length}
            at={at?.row === row ? at.column : undefined}
            ring={ring?.row === row ? ring.column : undefined}
            onPick={onPick}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  row: number
  cells: Sheet['filas'][number] | undefined
  texts: readonly string[] | undefined
  columns: number
  at: number | undefined
  ring: number | undefined
  onPick: (place: Place) => void
}
const Line = memo(function Line({ row, cells, texts, columns, at, ring, onPick }: LineProps) {
  return (
    <tr>
      <th scope="row" data-here={at !== undefined || undefined}>
        {row + 1}
      </th>
      {Array.from({ length: columns }, (_, column) => {
        const cell = cells?.[column]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows move the cell in view
          <td
            key={column}
            className={cell?.numero ? 'num' : undefined}
            data-spills={(cell && spills(cells, column)) || undefined}
            data-ring={column === ring || undefined}
            data-at={column === at || undefined}
            title={cell && cell.texto.length > 12 ? cell.texto : undefined}
            onClick={() => onPick({ row, column })}
          >
            {texts?.[column]}
          </td>
        )
      })}
    </tr>
  )
})

/** Scrolls the sheet, never the page, until the cell is in view; `middle` when it is looked up. */
function reveal(frame: HTMLElement | null, place: Place | undefined, middle = false) {
  const cell = place && frame?.querySelector('tbody')?.rows[place.row]?.cells[place.column + 1]
  if (!frame || !cell) return
  if (middle) frame.scrollLeft = 0
  const [top, left] = [cell.offsetTop, cell.offsetLeft]
  const above = middle ? frame.clientHeight / 2 : 30
  if (top < frame.scrollTop + 30 || top + cell.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = top - above
  if (left < frame.scrollLeft + 40) frame.scrollLeft = left - 40
  else if (left + cell.offsetWidth > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = left + cell.offsetWidth - frame.clientWidth + 8
}
