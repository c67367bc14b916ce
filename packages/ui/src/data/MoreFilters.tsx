import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Popover } from '../overlay/Popover.tsx'
import { useTexts } from '../uiContext.ts'
import { FilterOptions } from './FilterOptions.tsx'
import type { Filter } from './filter.ts'
import type { Table } from './useTableState.ts'

interface Props {
  table: Table
  /** Those for whose chips the row has no room. */
  filters: readonly Filter[]
  /** How many of the page's own fields ask for something: it counts them itself. */
  count?: number
  /** The page's own fields. */
  children?: ReactNode
}

/** What the row has no room for, one above the other. */
export const MoreFilters = ({ table, filters, count = 0, children }: Props) => {
  const texts = useTexts()
  return (
    <Popover
      label={texts.moreFilters}
      // Its chip moves while those before it come with the list.
      align="end"
      trigger={
        <button type="button" className={count > 0 ? 'chip chip-on' : 'chip'}>
          <SlidersHorizontal aria-hidden />
          {texts.moreFilters}
          {count > 0 && <span className="count">{count}</span>}
        </button>
      }
    >
      <div className="filter-panel">
        {filters.map((filter) =>
          filter.single ? (
            <OneOf key={filter.name} table={table} filter={filter} />
          ) : (
            <fieldset key={filter.name}>
              <legend className="label">{filter.label}</legend>
              <FilterOptions table={table} filter={filter} options={filter.options} />
            </fieldset>
          ),
        )}
        {children}
      </div>
    </Popover>
  )
}

const OneOf = ({ table, filter: { name, label, options, none } }: { table: Table; filter: Filter }) => {
  const texts = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={table.state.filters[name]?.[0] ?? ''}
        onChange={(event) => table.filter(name, event.target.value ? [event.target.value] : [])}
      >
        <option value="">{none ?? texts.any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
