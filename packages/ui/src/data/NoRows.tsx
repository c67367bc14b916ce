import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../page/EmptyState.tsx'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { alignClass, type Column } from './column.ts'
import { hasFilters } from './tableState.ts'
import type { Table } from './useTableState.ts'

export interface EmptyRowsProps {
  /** Shown if there are no rows at all; the table has its own message for filters that match nothing. */
  empty?: ReactNode
  /** What that message begins with: "Ninguna cuenta", "No account". */
  none?: string
  /** In words, the filters that are set, which that message names. */
  filteredBy?: string
}

const WIDTHS = [66, 82, 54, 74, 60, 90]

/** Placeholder rows, not animated, visible after 400 ms. */
export const LoadingRows = <R,>({ columns, lead, tail }: { columns: readonly Column<R, string>[]; lead: boolean; tail: boolean }) =>
  Array.from({ length: 10 }, (_, row) => (
    <tr key={row} aria-hidden>
      {lead && <td data-phone="check" />}
      {columns.map((column, i) => (
        <td key={column.id} className={alignClass(column.align)} data-phone={column.phone}>
          <span
            className="skeleton late"
            style={{
              inlineSize: `${WIDTHS[(row * 5 + i) % WIDTHS.length]}%`,
              maxInlineSize: 150,
              minInlineSize: 36,
              marginInlineStart: alignClass(column.align)?.startsWith('end') ? 'auto' : undefined,
            }}
          />
        </td>
      ))}
      {tail && <td />}
    </tr>
  ))

/** Why there are none: the filters match nothing, or there is nothing at all. */
export const EmptyRows = ({ table, empty, none, filteredBy }: EmptyRowsProps & { table?: Table }) => {
  const texts = useTexts()
  if (table && hasFilters(table.state)) {
    const { search, filters } = table.state
    const onlySearch = search !== '' && Object.keys(filters).length === 0
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={search === '' ? texts.emptyFilteredTitle(none) : texts.emptySearchTitle(search, none)}
        actions={<Button onClick={table.clearFilters}>{onlySearch ? texts.clearSearch : texts.clearAll}</Button>}
      >
        {filteredBy || undefined}
      </EmptyState>
    )
  }
  return empty ?? <EmptyState title={texts.emptyTitle}>{texts.emptyHint}</EmptyState>
}
