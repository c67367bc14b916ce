import { DataTable, type DataTableProps } from './DataTable.tsx'
import { FilterBar, type FilterBarProps } from './FilterBar.tsx'
import { Pager, type PagerProps } from './Pager.tsx'

type Shown<R> = Omit<DataTableProps<R>, 'table'> & Omit<FilterBarProps, 'columns'> & PagerProps

/** A list paged by the server: filters, rows, pager. */
export const PagedTable = <R,>({ search, filters, end, children, total, of, sizes, ...shown }: Shown<R>) => (
  <>
    <FilterBar table={shown.table} columns={shown.columns} search={search} filters={filters} end={end}>
      {children}
    </FilterBar>
    <DataTable {...shown} />
    <Pager table={shown.table} total={total} of={of} sizes={sizes} waiting={!shown.rows} />
  </>
)
