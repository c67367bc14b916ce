import { type MouseEvent, memo, type ReactNode } from 'react'
import { useLocale } from '../uiContext.ts'
import { alignClass, type Column } from './column.ts'

export interface RowProps<R> {
  row: R
  id: string
  index: number
  columns: readonly Column<R>[]
  /** Undefined: nothing can be selected here. */
  selected?: boolean
  cursor: boolean
  opens: boolean
  busy?: boolean
  /** Pixels: the height of all rows while they fly past, when only their text is drawn. */
  flying?: number
  selectLabel: string
  actions?: (row: R) => ReactNode
  onClick: (index: number, event: MouseEvent) => void
  onCheck: (index: number, shift: boolean) => void
}

const cellClass = <R,>(column: Column<R>) => [alignClass(column.align), column.cut && 'cut'].filter(Boolean).join(' ') || undefined

const RowView = <R,>(props: RowProps<R>) => {
  const { row, id, index, columns, selected, cursor, opens, busy, flying, selectLabel, actions, onClick, onCheck } = props
  const locale = useLocale()
  return (
    <tr
      id={id}
      aria-selected={selected}
      aria-rowindex={index + 2}
      data-cursor={cursor || undefined}
      data-open={opens || undefined}
      data-busy={busy || undefined}
      data-flying={flying ? true : undefined}
      style={flying ? { blockSize: flying } : undefined}
      onClick={(event) => onClick(index, event)}
    >
      {selected !== undefined && (
        <td data-phone="check">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={selectLabel}
            checked={selected}
            tabIndex={-1}
            onChange={(event) => onCheck(index, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)} data-phone={column.phone}>
          {flying ? column.text?.(row, locale) : column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className="end" data-phone="act">
          {!flying && actions(row)}
        </td>
      )}
    </tr>
  )
}

/** Drawn again only when its own row, selection or cursor changes. */
export const Row = memo(RowView) as typeof RowView
