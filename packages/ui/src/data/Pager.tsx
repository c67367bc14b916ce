import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { formatCount } from '../format/money.ts'
import { useLocale, useTexts } from '../uiContext.ts'
import type { Table } from './useTableState.ts'

export interface PagerProps {
  table: Table
  /** Number of rows that match the filters. */
  total: number
  /** Number of rows without filters, if the server returns it. */
  of?: number
  sizes?: readonly number[]
  /** Nothing is known yet: it keeps its place without saying so, as where there is nothing. */
  waiting?: boolean
}

/** 1 … 4 5 6 … 20: first, last and neighbouring pages; undefined for a gap. */
export const pagesAround = (page: number, last: number): (number | undefined)[] => {
  const near = new Set([1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last))
  const pages: (number | undefined)[] = []
  let before = 0
  for (const n of [...near].sort((a, b) => a - b)) {
    if (n - before === 2) pages.push(n - 1)
    else if (n - before > 2) pages.push(undefined)
    pages.push(n)
    before = n
  }
  return pages
}

export const Pager = ({ table, total, of, sizes = [10, 25, 50, 100], waiting }: PagerProps) => {
  const texts = useTexts()
  const locale = useLocale()
  const { page, limit } = table.state
  const last = Math.max(1, Math.ceil(total / limit))
  // A page that is no longer there, of a bookmark or after its last row went, would be empty: the last one is shown.
  const gone = !waiting && total > 0 && page > last
  const { goTo } = table
  useEffect(() => {
    if (gone) goTo(last, true)
  }, [gone, goTo, last])
  const from = total === 0 ? 0 : Math.min(total, (page - 1) * limit + 1)
  const choices = [...new Set([...sizes, limit])].sort((a, b) => a - b)
  return (
    <nav className="pager" data-waiting={waiting || total === 0 || undefined} aria-label={texts.page(formatCount(page, locale))}>
      <span className="num" aria-live="polite">
        <bdi>{texts.range(from, Math.min(total, page * limit), total, of)}</bdi>
      </span>
      <label className="pager-size">
        {texts.rowsPerPage}
        <select className="input" value={limit} onChange={(event) => table.setLimit(Number(event.target.value))}>
          {choices.map((n) => (
            <option key={n}>{n}</option>
          ))}
        </select>
      </label>
      {last > 1 && (
        // Disabled, the one that has just been pressed would lose the focus with the last page.
        <div className="pager-pages">
          <button type="button" aria-label={texts.previousPage} aria-disabled={page <= 1} onClick={() => page > 1 && table.goTo(page - 1)}>
            <ChevronLeft aria-hidden />
          </button>
          {pagesAround(page, last).map((n, i) =>
            n === undefined ? (
              <span key={`hole${i}`}>…</span>
            ) : (
              <button
                key={n}
                type="button"
                aria-label={texts.page(formatCount(n, locale))}
                aria-current={n === page ? 'page' : undefined}
                onClick={() => table.goTo(n)}
              >
                {formatCount(n, locale)}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={texts.nextPage}
            aria-disabled={page >= last}
            onClick={() => page < last && table.goTo(page + 1)}
          >
            <ChevronRight aria-hidden />
          </button>
        </div>
      )}
    </nav>
  )
}
