import { type KeyboardEvent, useCallback } from 'react'

const STEPS: Record<string, [rows: number, cells: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrow keys move between the figures of a table; those that have none are passed over. */
export const useCellKeys = () =>
  useCallback((event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    const from = (event.target as HTMLElement).closest('td')
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const rows = [...event.currentTarget.querySelectorAll('tbody tr, tfoot tr')] as HTMLTableRowElement[]
    let [row, cell] = [rows.indexOf(from.parentElement as HTMLTableRowElement), from.cellIndex]
    for (;;) {
      row += step[0]
      cell += step[1]
      const next = rows[row]?.cells[cell]
      if (!next) return
      const figure = next.querySelector('button, a')
      if (figure instanceof HTMLElement) return figure.focus()
    }
  }, [])
