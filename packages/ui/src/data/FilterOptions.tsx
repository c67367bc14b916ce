import { useId } from 'react'
import type { Filter, FilterChoice } from './filter.ts'
import type { Table } from './useTableState.ts'

/** The choices of one filter, one or several of them at once. `options`: those that are shown now. */
export const FilterOptions = (props: { table: Table; filter: Filter; options: readonly FilterChoice[]; onChosen?: () => void }) => {
  const { table, filter, options, onChosen } = props
  const id = useId()
  const values = table.state.filters[filter.name] ?? []
  const choose = (value: string, on: boolean) => {
    if (!filter.single) return table.filter(filter.name, on ? [...values, value] : values.filter((v) => v !== value))
    table.filter(filter.name, on ? [value] : [])
    onChosen?.()
  }
  return options.map((option) => (
    <label key={option.value} className="option">
      <input
        type={filter.single ? 'radio' : 'checkbox'}
        name={id}
        className={filter.single ? 'radio' : 'checkbox'}
        checked={values.includes(option.value)}
        onChange={(event) => choose(option.value, event.target.checked)}
      />
      {option.label}
    </label>
  ))
}
