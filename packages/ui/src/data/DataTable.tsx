import { ChevronRight } from 'lucide-react'
import { type FocusEvent, Fragment, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { ErrorState, type ErrorStateProps } from '../page/EmptyState.tsx'
import { useTexts } from '../uiContext.ts'
import { alignClass, type Column, visibleColumns } from './column.ts'
import { HeaderCell } from './Header.tsx'
import { EmptyRows, type EmptyRowsProps, LoadingRows } from './NoRows.tsx'
import { Row } from './Row.tsx'
import { useFit } from './useFit.ts'
import { useGradualRows } from './useGradualRows.ts'
import { useRoomy } from './useRoomy.ts'
import { useRowCursor } from './useRowCursor.ts'
import type { Table } from './useTableState.ts'
import { MIN_ROWS_FOR_WINDOWING, revealRow } from './useWindow.ts'
import { type ScrollPlaceholder, Spacer, WindowedRows } from './WindowedRows.tsx'

/** Sums by column id, for a group of rows or the whole table. They must be computed from the rows shown. */
export type Totals = Record<string, ReactNode>

interface Bands<R> {
  /** The group of a row; rows must be sorted by group. */
  of: (row: R) => string
  label: (band: string, rows: readonly R[]) => ReactNode
  totals?: (band: string, rows: readonly R[]) => Totals
}

export interface DataTableProps<R, Key extends string = never> extends EmptyRowsProps {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<R, NoInfer<Key>>[]
  /** Undefined until the first rows are loaded; old rows stay while new ones load. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string
  /** From useTableState; not needed without sorting and selection. */
  table?: Table<Key>
  selectable?: boolean
  onOpen?: (row: R) => void
  /** At the end of a row: one link and the "…" menu. */
  actions?: (row: R) => ReactNode
  /** Rows are being loaded. */
  loading?: boolean
  error?: ErrorStateProps | null
  bands?: Bands<R>
  totals?: Totals
  /** Keys of rows with a pending decision, which are dimmed. */
  busy?: ReadonlySet<string>
  /** In a panel: does not extend to the page's margins. */
  inset?: boolean
}

const NO_ROWS: readonly never[] = []
/** Width of a window from which columns are shown that are `wide: 'very'`. */
const VERY_ROOMY_PX = 1600

export const DataTable = <R, Key extends string = never>(props: DataTableProps<R, Key>) => {
  const {
    label,
    columns: all,
    rowKey,
    table,
    selectable = false,
    onOpen,
    actions,
    loading,
    error,
    empty,
    none,
    filteredBy,
    bands,
    totals,
    busy,
    inset,
  } = props
  const texts = useTexts()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLTableRowElement>(null)
  const preferences = table?.preferences
  const roomy = useRoomy()
  const veryRoomy = useRoomy(VERY_ROOMY_PX)
  const room = veryRoomy ? 'much' : roomy ? 'some' : 'little'
  const columns = useMemo(() => visibleColumns(all, preferences ?? { density: 'normal' }, room), [all, preferences, room])
  const rows = props.rows ?? NO_ROWS
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())

  const groups = useMemo(() => {
    if (!bands) return undefined
    const found = new Map<string, R[]>()
    for (const row of rows) found.set(bands.of(row), [...(found.get(bands.of(row)) ?? []), row])
    return [...found]
  }, [bands, rows])
  // The rows on screen, in order: the keyboard skips the rows of collapsed groups too.
  const drawn = useMemo(
    () => (groups ? groups.flatMap(([band, inside]) => (closed.has(band) ? [] : inside)) : rows),
    [groups, closed, rows],
  )
  const windowed = !groups && drawn.length > MIN_ROWS_FOR_WINDOWING
  const textOnlyWhileScrolling = columns.some((column) => column.text)
  const gradual = useGradualRows(drawn, { rowKey, columns, density: preferences?.density ?? 'normal', enabled: !groups && !windowed })
  const reveal = (index: number) => {
    gradual.drawAll()
    if (windowed) revealRow(start.current, index)
    else document.getElementById(`${id}-${index}`)?.scrollIntoView?.({ block: 'nearest' })
  }
  const cursor = useRowCursor({ rows: drawn, rowKey, table, selectable, reveal, onOpen: onOpen && ((index) => onOpen(drawn[index] as R)) })
  const latest = useRef(cursor)
  latest.current = cursor
  const onClick = useCallback((...args: Parameters<typeof cursor.onRowClick>) => latest.current.onRowClick(...args), [])
  const onCheck = useCallback((...args: Parameters<typeof cursor.onCheck>) => latest.current.onCheck(...args), [])

  const span = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0)
  const grid = selectable || Boolean(onOpen)
  const fit = useFit(frame)
  const selection = selectable ? table?.selection : undefined
  const chosen = useMemo(() => (selection?.size ? drawn.filter((row) => selection.has(rowKey(row))).length : 0), [selection, drawn])

  const row = (value: R, index: number, placeholder?: ScrollPlaceholder) => {
    const key = rowKey(value)
    return (
      <Row
        key={placeholder ? `placeholder-${placeholder.slot}` : key}
        placeholderHeight={placeholder?.height}
        row={value}
        id={`${id}-${index}`}
        index={index}
        columns={columns}
        selected={selectable ? (selection?.has(key) ?? false) : undefined}
        cursor={grid ? cursor.cursor === index : undefined}
        opens={Boolean(onOpen)}
        busy={busy?.has(key)}
        selectLabel={texts.selectRow}
        actions={actions}
        onClick={onClick}
        onCheck={onCheck}
      />
    )
  }
  const message = (content: ReactNode) => (
    <tr className="pad">
      <td colSpan={span}>{content}</td>
    </tr>
  )
  const summary = (figures: Totals | undefined, name: ReactNode) => {
    // The label spans the columns before the first sum.
    const first = figures
      ? Math.max(
          1,
          columns.findIndex((column) => figures[column.id] !== undefined),
        )
      : columns.length
    return (
      <>
        <td colSpan={first + (selectable ? 1 : 0)} data-phone="title">
          {name}
        </td>
        {columns.slice(first).map((column) => (
          <td key={column.id} className={alignClass(column.align)} data-phone={column.phone === 'sub-end' ? 'title-end' : undefined}>
            {figures?.[column.id]}
          </td>
        ))}
        {actions && <td />}
      </>
    )
  }

  const body = () => {
    if (error && rows.length === 0) return message(<ErrorState {...error} />)
    if (props.rows === undefined) return loading ? <LoadingRows columns={columns} lead={selectable} tail={Boolean(actions)} /> : null
    if (rows.length === 0) return message(<EmptyRows table={table} empty={empty} none={none} filteredBy={filteredBy} />)
    if (groups) {
      let index = 0
      return groups.map(([band, inside]) => (
        <Fragment key={band}>
          <tr className="band">
            {summary(
              bands?.totals?.(band, inside),
              <button
                type="button"
                className="band-toggle"
                aria-expanded={!closed.has(band)}
                onClick={() => setClosed(closed.has(band) ? new Set([...closed].filter((b) => b !== band)) : new Set([...closed, band]))}
              >
                <ChevronRight aria-hidden />
                {bands?.label(band, inside)}
              </button>,
            )}
          </tr>
          {!closed.has(band) && inside.map((value) => row(value, index++))}
        </Fragment>
      ))
    }
    return windowed ? (
      <WindowedRows start={start} rows={drawn} row={row} span={span} textOnlyWhileScrolling={textOnlyWhileScrolling} />
    ) : (
      gradualRows()
    )
  }
  const gradualRows = () => {
    const shown: ReactNode[] = []
    let missing = 0
    const leaveRoom = () => {
      if (missing > 0) shown.push(<Spacer key={`room-${shown.length}`} span={span} height={`calc(${missing} * var(--row))`} />)
      missing = 0
    }
    for (const [index, value] of drawn.entries())
      if (gradual.isDrawn(value)) {
        leaveRoom()
        shown.push(row(value, index))
      } else missing++
    leaveRoom()
    return shown
  }

  return (
    <div
      className="table-frame"
      ref={frame}
      {...(fit.scrolls && !grid && { tabIndex: 0, role: 'region', 'aria-label': label })}
      data-wide={fit.wide || undefined}
      data-density={preferences?.density}
      data-inset={inset || undefined}
      data-lines={columns.some((column) => column.phone) || undefined}
    >
      <table
        className="table table-rows"
        aria-label={label}
        aria-busy={loading || undefined}
        data-empty={(rows.length === 0 && (props.rows !== undefined || Boolean(error))) || undefined}
        {...(grid && {
          role: 'grid',
          'aria-multiselectable': selectable || undefined,
          'aria-rowcount': windowed || !gradual.complete ? drawn.length + 1 : undefined,
          'aria-activedescendant': cursor.cursor >= 0 ? `${id}-${cursor.cursor}` : undefined,
          tabIndex: drawn.length > 0 ? 0 : undefined,
          onKeyDown: cursor.onKeyDown,
          onFocus: (event: FocusEvent) => event.target === event.currentTarget && cursor.onFocus(),
        })}
      >
        <thead>
          <tr>
            {selectable && (
              <th scope="col" style={{ inlineSize: 36 }}>
                <input
                  type="checkbox"
                  className="checkbox"
                  aria-label={texts.selectAll}
                  checked={chosen > 0 && chosen === drawn.length}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && chosen < drawn.length
                  }}
                  disabled={drawn.length === 0}
                  onChange={(event) => table?.select(drawn.map(rowKey), event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} table={table} />
            ))}
            {actions && (
              <th scope="col" style={{ inlineSize: 44 }}>
                <span className="sr-only">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{body()}</tbody>
        {totals && rows.length > 0 && (
          <tfoot>
            <tr>{summary(totals, texts.total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
