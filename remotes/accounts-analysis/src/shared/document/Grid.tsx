import { useTranslation } from '@cuadre/shell'
import { formatDate, formatMoney, formatPercent, useLocale } from '@cuadre/ui'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, memo, useCallback, useMemo, useState } from 'react'
import { columnName, keyOf, type Place, written } from './cell.ts'
import { nextSort, orderOf, type Sheet, type Sort, tableIn } from './sheet.ts'

/** A sheet is drawn at least so long, so that a small one still looks like one. */
const MIN_ROWS = 24
/** Pixels of a column: by its longest text, within reason. */
const WIDTH = { least: 64, most: 340, letter: 6.9, digit: 7.8, padding: 14, head: 36, squeezed: 84, empty: 78 }

export const extentOf = (sheet: Sheet | undefined) => ({
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
  zoom: number
  /** What another version says differently, as `keyOf` names it. */
  changed: ReadonlySet<string> | undefined
}
/** The cells of a sheet. A table in it is sorted by its headers; a row keeps its number wherever it stands. */
export function Grid({ sheet, size, room, at, ring, onPick, zoom, changed }: GridProps) {
  const locale = useLocale()
  const texts = useMemo(
    () =>
      written(sheet.filas, {
        money: (amount, decimals) => formatMoney(amount, locale, { decimals }),
        percent: (points, decimals) => formatPercent(points, locale, { decimals }),
        date: (day) => formatDate(day, locale),
      }),
    [sheet, locale],
  )
  const widths = useMemo(() => {
    const own = room / zoom
    return filledUp(squeezed(widthsOf(sheet, texts, size.columns), sheet, own), own).map((width) => Math.floor(width * zoom))
  }, [sheet, texts, size.columns, room, zoom])
  const [sort, setSort] = useState<{ sheet: Sheet; by: Sort }>()
  const by = sort?.sheet === sheet ? sort.by : undefined
  const table = useMemo(() => tableIn(sheet.filas), [sheet])
  const order = useMemo(() => orderOf(sheet.filas, size.rows, table, by), [sheet, size.rows, table, by])
  const sortBy = useCallback((column: number) => setSort({ sheet, by: nextSort(by, column) }), [sheet, by])
  const head = WIDTH.head * zoom
  const columns = widths.map((_, column) => column)
  return (
    <table
      className="review-sheet"
      translate="no"
      style={{ inlineSize: widths.reduce((sum, width) => sum + width, head), '--zoom': zoom } as CSSProperties}
    >
      <colgroup>
        <col style={{ inlineSize: head }} />
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
        {order.map((row) => (
          <Line
            key={row}
            row={row}
            cells={sheet.filas[row]}
            texts={texts[row]}
            columns={widths.length}
            at={at?.row === row ? at.column : undefined}
            ring={ring?.row === row ? ring.column : undefined}
            onPick={onPick}
            changed={changed}
            sortBy={row === table?.header ? sortBy : undefined}
            sort={row === table?.header ? by : undefined}
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
  changed: ReadonlySet<string> | undefined
  /** Of the headers of a table. */
  sortBy: ((column: number) => void) | undefined
  sort: Sort
}
const Line = memo(function Line({ row, cells, texts, columns, at, ring, onPick, changed, sortBy, sort }: LineProps) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <tr data-row={row}>
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
            data-changed={changed?.has(keyOf({ row, column })) || undefined}
            title={cell && cell.texto.length > 12 ? cell.texto : undefined}
            onClick={() => onPick({ row, column })}
          >
            {sortBy && cell?.texto ? (
              <button
                type="button"
                className="review-sort"
                aria-label={t('review.sortBy', { column: cell.texto })}
                onClick={() => sortBy(column)}
              >
                {texts?.[column]}
                {sort?.column === column && (sort.down ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
              </button>
            ) : (
              texts?.[column]
            )}
          </td>
        )
      })}
    </tr>
  )
})

const rowOf = (frame: HTMLElement, row: number) => frame.querySelector<HTMLTableRowElement>(`tbody tr[data-row="${row}"]`)

/** Scrolls the sheet, never the page, until the row is the first in view. */
export function revealRow(frame: HTMLElement | null, row: number) {
  const line = frame && rowOf(frame, row)
  if (frame && line) frame.scrollTo(0, line.offsetTop - (frame.querySelector('thead')?.offsetHeight ?? 0))
}

/** Scrolls the sheet, never the page, until the cell is in view; `middle` when it is looked up. */
export function reveal(frame: HTMLElement | null, place: Place | undefined, middle = false) {
  const cell = place && frame && rowOf(frame, place.row)?.cells[place.column + 1]
  if (!frame || !cell) return
  if (middle) frame.scrollLeft = 0
  const [top, left] = [cell.offsetTop, cell.offsetLeft]
  const above = middle ? frame.clientHeight / 2 : 30
  if (top < frame.scrollTop + 30 || top + cell.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = top - above
  if (left < frame.scrollLeft + 40) frame.scrollLeft = left - 40
  else if (left + cell.offsetWidth > frame.scrollLeft + frame.clientWidth)
    frame.scrollLeft = left + cell.offsetWidth - frame.clientWidth + 8
}
