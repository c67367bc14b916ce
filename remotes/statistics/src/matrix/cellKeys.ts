import type { KeyboardEvent } from 'react'

const STEPS: Record<string, [rows: number, cells: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrow keys move from a cell to the next one that has a figure, which gets the focus and is returned. */
export function moveByKey(event: KeyboardEvent, from: HTMLTableCellElement | null | undefined): HTMLElement | undefined {
  const step = STEPS[event.key]
  const table = from?.closest('table')
  if (!step || !table || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  const rows = [...table.querySelectorAll('tbody tr, tfoot tr')] as HTMLTableRowElement[]
  let [row, cell] = [rows.indexOf(from!.parentElement as HTMLTableRowElement), from!.cellIndex]
  for (;;) {
    row += step[0]
    cell += step[1]
    const next = rows[row]?.cells[cell]
    if (!next) return undefined
    const figure = next.querySelector('button, a')
    if (figure instanceof HTMLElement) {
      figure.focus()
      return figure
    }
  }
}
