import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { Table } from './useTableState.ts'

interface CursorOptions<R> {
  /** As shown. */
  rows: readonly R[]
  rowKey: (row: R) => string
  table?: Table
  selectable: boolean
  onOpen?: (index: number) => void
  reveal: (index: number) => void
}

/** Controls inside a row handle their own keys and clicks. */
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role="menuitem"]') !== null

/** ↑↓ moves, Space selects, Shift+↑↓ selects a range, Enter opens, Esc clears; clicks with Shift and Ctrl do the same. */
export const useRowCursor = <R>({ rows, rowKey, table, selectable, onOpen, reveal }: CursorOptions<R>) => {
  // The cursor's row and its last index: among many rows it is only searched for when it is no longer at that index.
  const [on, setOn] = useState<{ key: string; index: number }>()
  const anchor = useRef<number>(undefined)
  const keyAt = (index: number) => (index < rows.length ? rowKey(rows[index] as R) : undefined)
  const cursor = useMemo(() => {
    if (!on) return -1
    return keyAt(on.index) === on.key ? on.index : rows.findIndex((row) => rowKey(row) === on.key)
  }, [on, rows])

  const put = (index: number) => {
    const key = keyAt(index)
    setOn(key === undefined ? undefined : { key, index })
  }
  const move = (index: number) => {
    put(index)
    reveal(index)
  }
  const keysOf = (from: number, to: number) => rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(rowKey)
  const selectRange = (from: number, to: number) => table?.selectOnly(keysOf(from, to))
  const toggle = (index: number) => {
    const key = keyAt(index)
    if (key === undefined || !table) return
    anchor.current = index
    table.select([key], !table.selection.has(key))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && table && table.selection.size > 0) {
      event.stopPropagation()
      return table.clearSelection()
    }
    if (isControl(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined && rows.length > 0) {
      event.preventDefault()
      const next = Math.max(
        0,
        Math.min(rows.length - 1, cursor < 0 ? (step > 0 && event.key !== 'End' ? 0 : cursor + step) : cursor + step),
      )
      if (event.shiftKey && selectable) {
        anchor.current ??= Math.max(0, cursor)
        selectRange(anchor.current, next)
      } else anchor.current = undefined
      return move(next)
    }
    if (cursor < 0) return
    if (event.key === ' ' && selectable) {
      event.preventDefault()
      toggle(cursor)
    }
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(cursor)
    }
  }

  const onRowClick = (index: number, event: MouseEvent) => {
    if (isControl(event.target) || getSelection()?.isCollapsed === false) return
    if (event.shiftKey && selectable) selectRange(anchor.current ?? Math.max(0, cursor), index)
    else if ((event.ctrlKey || event.metaKey) && selectable) toggle(index)
    else onOpen?.(index)
    put(index)
  }

  const onCheck = (index: number, shift: boolean) => {
    if (shift && anchor.current !== undefined && table) table.select(keysOf(anchor.current, index))
    else toggle(index)
    put(index)
  }

  const onFocus = () => {
    if (cursor < 0) put(0)
  }

  return { cursor, onKeyDown, onRowClick, onCheck, onFocus }
}
