import { DataTable, type DataTableProps } from './DataTable.tsx'
import { FilterBar, type FilterBarProps } from './FilterBar.tsx'
import type { Filter } from './filter.ts'
import { Pager, type PagerProps } from './Pager.tsx'
import type { Table } from './useTableState.ts'

type Shown<R, Key extends string, Name extends string> = DataTableProps<R, Key> &
  Omit<FilterBarProps<Name>, 'columns' | 'table'> &
  Omit<PagerProps, 'table'> & { table: Table<Key, Name>; none: string }

/** "Estado: Rechazado, Aprobado · Negocio: SAFRA" */
const filteredBy = (filters: readonly Filter[], chosen: Partial<Record<string, readonly string[]>>) =>
  filters
    .filter(({ name }) => chosen[name]?.length)
    .map(
      ({ name, label, options }) =>
        `${label}: ${chosen[name]!.map((one) => options.find(({ value }) => value === one)?.label ?? one).join(', ')}`,
    )
    .join(' · ')

/** A list paged by the server: filters, rows, pager. */
export const PagedTable = <R, Key extends string, Name extends string>({
  search,
  filters,
  more,
  room,
  end,
  children,
  total,
  of,
  sizes,
  ...shown
}: Shown<R, Key, Name>) => (
  <>
    <FilterBar table={shown.table} columns={shown.columns} search={search} filters={filters} more={more} room={room} end={end}>
      {children}
    </FilterBar>
    <DataTable {...shown} filteredBy={filteredBy(filters ?? [], shown.table.state.filters)} />
    <Pager table={shown.table} total={total} of={of} sizes={sizes} waiting={!shown.rows} />
  </>
)
