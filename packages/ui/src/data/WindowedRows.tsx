import type { ReactNode, Ref, RefObject } from 'react'
import { useWindow } from './useWindow.ts'

/** A row rendered as text only, because the user scrolls fast: its slot in the view, whose element is reused, and its height in pixels. */
export interface ScrollPlaceholder {
  slot: number
  height: number
}

interface WindowedRowsProps<R> {
  start: RefObject<HTMLTableRowElement | null>
  rows: readonly R[]
  row: (value: R, index: number, placeholder?: ScrollPlaceholder) => ReactNode
  span: number
  /** Some columns have a text, so fast scrolling renders only that. */
  textOnlyWhileScrolling: boolean
}

/** The rows in view of a long list, and room for the others. A component of its own, so that scrolling does not render the rest of the table. */
export const WindowedRows = <R,>({ start, rows, row, span, textOnlyWhileScrolling }: WindowedRowsProps<R>) => {
  const { first, end, height, scrollingFast } = useWindow(start, rows.length, textOnlyWhileScrolling)
  return (
    <>
      <Spacer ref={start} span={span} height={first * height} />
      {rows.slice(first, end).map((value, slot) => row(value, first + slot, scrollingFast ? { slot, height } : undefined))}
      <Spacer span={span} height={(rows.length - end) * height} />
    </>
  )
}

export const Spacer = ({ ref, span, height }: { ref?: Ref<HTMLTableRowElement>; span: number; height: number | string }) => (
  <tr ref={ref} className="pad" aria-hidden>
    <td colSpan={span} style={{ blockSize: height }} />
  </tr>
)
