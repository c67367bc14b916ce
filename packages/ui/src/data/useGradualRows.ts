import { isValidElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from './column.ts'
import type { Density } from './preferences.ts'

/** Rows drawn at a time when the browser has nothing else to do, in milliseconds at the latest. */
const STEP = 6
const LATEST_MS = 100
/** The lowest row of each density (`--row` in table.css) and the least that stands above a table's rows, in pixels. */
const ROW: Record<Density, number> = { compact: 28, normal: 36, roomy: 44 }
const ABOVE = 120
const fitting = (density: Density) => Math.ceil((innerHeight - ABOVE) / ROW[density])

interface Drawn<R> {
  rows: readonly R[]
  enabled: boolean
  /** Of the rows that are drawn; nobody asks where all are. */
  keys: ReadonlySet<string>
  missing: readonly R[]
}
const NOTHING: ReadonlySet<string> = new Set()

/** How much a cell holds, roughly: the characters in it and in what its parts are given. */
const lengthOf = (node: ReactNode): number => {
  if (typeof node === 'string' || typeof node === 'number') return String(node).length
  if (Array.isArray(node)) return node.reduce<number>((sum, each) => sum + lengthOf(each), 0)
  if (!isValidElement<Record<string, unknown>>(node)) return 0
  const { className: _, ...props } = node.props
  return Object.values(props).reduce<number>((sum, value) => sum + lengthOf(value as ReactNode), 0)
}
/** Per column the first row that holds most, so that columns have their width from the beginning. */
const widest = <R>(rows: readonly R[], columns: readonly Column<R, string>[]) =>
  columns.map(({ cell }) => {
    const lengths = rows.map((row) => lengthOf(cell(row)))
    return rows[lengths.indexOf(Math.max(...lengths))] as R
  })

/**
 * Which of a page's rows are drawn: those drawn before and as many new ones as the window can hold at once, the others as the browser has time, and all
 * of them when somebody scrolls, prints or goes through them by key.
 * @param enabled otherwise all are
 */
export const useGradualRows = <R>(
  rows: readonly R[],
  {
    rowKey,
    columns,
    density,
    enabled,
  }: { rowKey: (row: R) => string; columns: readonly Column<R, string>[]; density: Density; enabled: boolean },
) => {
  const draw = (before: ReadonlySet<string>): Drawn<R> => {
    if (!enabled) return { rows, enabled, keys: NOTHING, missing: [] }
    const fresh = rows.filter((row) => !before.has(rowKey(row)))
    const first = fitting(density)
    if (fresh.length <= first + STEP) return { rows, enabled, keys: new Set(rows.map(rowKey)), missing: [] }
    const now = new Set([...fresh.slice(0, first), ...widest(fresh, columns)])
    return {
      rows,
      enabled,
      keys: new Set(rows.filter((row) => now.has(row) || before.has(rowKey(row))).map(rowKey)),
      missing: fresh.filter((row) => !now.has(row)),
    }
  }
  const more = ({ keys, missing, ...drawn }: Drawn<R>, count = missing.length): Drawn<R> => ({
    ...drawn,
    keys: new Set([...keys, ...missing.slice(0, count).map(rowKey)]),
    missing: missing.slice(count),
  })
  const [state, setState] = useState(() => draw(NOTHING))
  let drawn = state
  if (state.rows !== rows || state.enabled !== enabled) {
    drawn = draw(state.keys)
    setState(drawn)
  }
  const drawAll = () => {
    if (drawn.missing.length > 0) flushSync(() => setState((now) => more(now)))
  }
  useEffect(() => {
    if (drawn.missing.length === 0) return
    addEventListener('scroll', drawAll, { capture: true, passive: true })
    addEventListener('beforeprint', drawAll)
    const stop = whenIdle(() => startTransition(() => setState((now) => more(now, STEP))))
    return () => {
      removeEventListener('scroll', drawAll, { capture: true })
      removeEventListener('beforeprint', drawAll)
      stop()
    }
  }, [drawn])
  return { isDrawn: (row: R) => !enabled || drawn.keys.has(rowKey(row)), complete: drawn.missing.length === 0, drawAll }
}

/** At most once in a frame: the rows of two steps are laid out together, which takes a slow processor too long. */
const whenIdle = (work: () => void) => {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  let idle = 0
  const frame = requestAnimationFrame(() => {
    idle = requestIdleCallback(work, { timeout: LATEST_MS })
  })
  return () => {
    cancelAnimationFrame(frame)
    cancelIdleCallback(idle)
  }
}
