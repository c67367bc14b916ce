import { type MouseEvent, memo, type ReactNode } from 'react'
import { NONE } from '../format/money.ts'
import { CursorRow, useLocale } from '../uiContext.ts'
import { alignClass, type Column } from './column.ts'

export interface RowProps<R> {
  row: R
  id: string
  index: number
  columns: readonly Column<R, string>[]
  /** Undefined: rows cannot be selected. */
  selected?: boolean
  /** Undefined in a table that is no grid. */
  cursor: boolean | undefined
  opens: boolean
  busy?: boolean
  /** Height in pixels while the user scrolls fast and only text is rendered. */
  placeholderHeight?: number
  selectLabel: string
  actions?: (row: R) => ReactNode
  onClick: (index: number, event: MouseEvent) => void
  onCheck: (index: number, shift: boolean) => void
}

const cellClass = <R,>(column: Column<R, string>) => [alignClass(column.align), column.cut && 'cut'].filter(Boolean).join(' ') || undefined

/** What is cut off can be read in full by pointing at it; told anew with every change of the row. */
const titled = (cell: HTMLTableCellElement) => {
  if (!cell.querySelector('[title]')) cell.title = cell.textContent ?? ''
}
/** A phone has no header that says what is missing: it leaves an empty value out. */
const noted = (cell: HTMLTableCellElement) => cell.toggleAttribute('data-none', cell.textContent?.trim() === NONE)

type CellProps<R> = { column: Column<R, string>; id: string | undefined; children: ReactNode }
const Cell = <R,>({ column: { align, cut, phone }, column, id, children }: CellProps<R>) => (
  <td
    id={id}
    className={cellClass(column)}
    data-phone={phone}
    ref={(cell) => {
      if (cell && (cut || (phone && align !== 'number'))) titled(cell)
      if (cell && phone && phone !== 'title') noted(cell)
    }}
  >
    {cut ? <span className="two-lines">{children}</span> : children}
  </td>
)

interface CellsProps<R> {
  row: R
  columns: readonly Column<R, string>[]
  /** Id of the first cell, which names the row. */
  nameId: string | undefined
  /** Only the text of the cells. */
  textOnly: boolean
}
const CellsView = <R,>({ row, columns, nameId, textOnly }: CellsProps<R>): ReactNode => {
  const locale = useLocale()
  return columns.map((column, at) => (
    <Cell key={column.id} column={column} id={at === 0 ? nameId : undefined}>
      {textOnly ? column.text?.(row, locale) : column.cell(row)}
    </Cell>
  ))
}
/** Most of a row: stays as it is when only selection, cursor or actions change. */
const Cells = memo(CellsView) as typeof CellsView

const RowView = <R,>(props: RowProps<R>) => {
  const { row, id, index, columns, selected, cursor, opens, busy, placeholderHeight, selectLabel, actions, onClick, onCheck } = props
  return (
    <tr
      id={id}
      aria-selected={selected}
      aria-rowindex={index + 2}
      data-cursor={cursor || undefined}
      data-open={opens || undefined}
      data-busy={busy || undefined}
      data-placeholder={placeholderHeight ? true : undefined}
      style={placeholderHeight ? { blockSize: placeholderHeight } : undefined}
      onClick={(event) => onClick(index, event)}
    >
      {selected !== undefined && (
        <td data-phone="check">
          <input
            type="checkbox"
            className="checkbox"
            id={`${id}-check`}
            aria-label={selectLabel}
            aria-labelledby={`${id}-check ${id}-name`}
            checked={selected}
            tabIndex={-1}
            onChange={(event) => onCheck(index, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)}
          />
        </td>
      )}
      <Cells
        row={row}
        columns={columns}
        nameId={selected === undefined ? undefined : `${id}-name`}
        textOnly={placeholderHeight !== undefined}
      />
      {actions && (
        <td className="end" data-phone="act">
          {!placeholderHeight && <CursorRow value={cursor}>{actions(row)}</CursorRow>}
        </td>
      )}
    </tr>
  )
}

/** Renders again only when its own row, selection, cursor or actions change. */
export const Row = memo(RowView) as typeof RowView
