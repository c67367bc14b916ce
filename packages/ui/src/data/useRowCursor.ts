import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { Table } from './useTableState.ts'

interface CursorOptions {
  /** Keys of the rows as drawn. */
  keys: readonly string[]
  table?: Table
  selectable: boolean
  onOpen?: (index: number) => void
  reveal: (index: number) => void
}

/** A control inside the row keeps its own keys and clicks. */
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role="menuitem"]') !== null

/** ↑↓ row, Espacio select, Mayús+↑↓ range, Intro open, Esc clear; clicks with Mayús and Ctrl do the same. */
export const useRowCursor = ({ keys, table, selectable, onOpen, reveal }: CursorOptions) => {
  const [cursorKey, setCursorKey] = useState<string>()
  const anchor = useRef<number>(undefined)
  const cursor = cursorKey === undefined ? -1 : keys.indexOf(cursorKey)

  const move = (index: number) => {
    setCursorKey(keys[index])
    reveal(index)
  }
  const selectRange = (from: number, to: number) => table?.selectOnly(keys.slice(Math.min(from, to), Math.max(from, to) + 1))
  const toggle = (index: number) => {
    const key = keys[index]
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
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -keys.length, End: keys.length, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined && keys.length > 0) {
      event.preventDefault()
      const next = Math.max(
        0,
        Math.min(keys.length - 1, cursor < 0 ? (step > 0 && event.key !== 'End' ? 0 : cursor + step) : cursor + step),
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
    setCursorKey(keys[index])
  }

  const onCheck = (index: number, shift: boolean) => {
    if (shift && anchor.current !== undefined && table) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      table.select(keys.slice(from, to + 1))
    } else toggle(index)
    setCursorKey(keys[index])
  }

  const onFocus = () => {
    if (cursor < 0 && keys.length > 0) setCursorKey(keys[0])
  }

  return { cursor, onKeyDown, onRowClick, onCheck, onFocus }
}
