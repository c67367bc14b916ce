import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AnyColumn } from './column.ts'
import { alignClass } from './column.ts'
import type { Table } from './useTableState.ts'

/** Of what takes the remaining width: enough to tell two names apart. */
const MIN_CUT_PX = 120

export const HeaderCell = ({ column, table }: { column: AnyColumn; table?: Table }) => {
  const sort = table?.state.sort
  const descending = sort === `-${column.id}`
  const sorted = descending || sort === column.id
  const label = (
    <>
      {column.header}
      {column.unit && <small>{column.unit}</small>}
    </>
  )
  return (
    <th
      scope="col"
      className={alignClass(column.align)}
      style={{ inlineSize: column.width ?? (column.cut ? '100%' : undefined), minInlineSize: column.cut ? MIN_CUT_PX : undefined }}
      data-column={column.sortable && table ? column.id : undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable && table ? (
        <button type="button" className="sort" data-sorted={sorted || undefined} onClick={() => table.sortBy(column.id)}>
          <span>{label}</span>
          {descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}
