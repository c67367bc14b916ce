import { Plus, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Popover } from '../overlay/Popover.tsx'
import { useTexts, useUi } from '../uiContext.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { AnyColumn } from './column.ts'
import { DensityChooser } from './DensityChooser.tsx'
import { FilterOptions } from './FilterOptions.tsx'
import type { Filter } from './filter.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { MAX_SEARCH } from './tableState.ts'
import { useRoomy } from './useRoomy.ts'
import type { Table } from './useTableState.ts'

export interface FilterBarProps<Name extends string = string> {
  table: Table<string, Name>
  /** What is searched: "Nombre, usuario o correo". Without it there is no search box. */
  search?: string
  filters?: readonly Filter<NoInfer<Name>>[]
  /** If given, the user can choose columns. */
  columns?: readonly AnyColumn[]
  /** In «Más filtros», under the filters without a chip: fields of the page's own, and how many of them ask for something. */
  more?: { count: number; fields: ReactNode }
  /** How many chips a wide window has room for; the others are in «Más filtros», but whatever narrows the list has its chip. */
  room?: number
  /** After the filters: a segmented control, a period. */
  children?: ReactNode
  /** At the end: ExportButton. */
  end?: ReactNode
}

/** From which widths a row has room for all its chips, or for some. */
const FULL_PX = 1400
const HALF_PX = 1000

/** Search, filters and tools in one row, whatever the window's width. */
export const FilterBar = <Name extends string>({
  table,
  search,
  filters = [],
  columns,
  more,
  room = search ? 4 : 6,
  children,
  end,
}: FilterBarProps<Name>) => {
  const texts = useTexts()
  const full = useRoomy(FULL_PX)
  const half = useRoomy(HALF_PX)
  const chips = full ? room : half ? Math.ceil(room / 2) : 0
  // «Más filtros» for a single one would take as much room.
  const without = filters.length > chips + 1 || more ? filters.filter((filter) => !filter.toggle).slice(chips) : []
  const applied = filters.filter((filter) => table.state.filters[filter.name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some browsers
    <div className="filter-bar" role="search">
      {search && <SearchBox table={table} label={search} />}
      {/* A filter keeps its position while it is edited. */}
      {filters.map((filter) =>
        without.includes(filter) && !table.state.filters[filter.name] ? null : filter.toggle ? (
          <ToggleChip key={filter.name} table={table} filter={filter} />
        ) : (
          <FilterChip key={filter.name} table={table} filter={filter} />
        ),
      )}
      {(without.length > 0 || more) && (
        <MoreFilters table={table} filters={without} count={more?.count}>
          {more?.fields}
        </MoreFilters>
      )}
      {applied.length > 1 && (
        <button type="button" className="link small" onClick={table.clearFilters}>
          {texts.clearAll}
        </button>
      )}
      {children}
      <div className="bar-end">
        {columns && <DensityChooser table={table} />}
        {columns && <ColumnChooser table={table} columns={columns} />}
        {end}
      </div>
    </div>
  )
}

const SEARCH_DELAY_MS = 250

/** Searches after a pause in typing; "/" focuses it from anywhere on the page; Esc empties it. */
const SearchBox = ({ table, label }: { table: Table; label: string }) => {
  const { shortcuts } = useUi()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(table.state.search)
  const sent = useRef(text)
  const applied = table.state.search
  const search = useRef(table.search)
  search.current = table.search

  useEffect(() => {
    // The URL was changed elsewhere: by going back or by taking the filters away.
    if (applied !== sent.current) {
      sent.current = applied
      setText(applied)
    }
  }, [applied])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      search.current(text)
    }, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    if (!shortcuts) return
    const reach = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', reach)
    return () => removeEventListener('keydown', reach)
  }, [shortcuts])

  return (
    <div className="search">
      <Search aria-hidden />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={MAX_SEARCH}
        aria-keyshortcuts={shortcuts ? '/' : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('')
          if (event.key === 'Enter') {
            sent.current = text
            table.search(text)
          }
        }}
      />
    </div>
  )
}

const ToggleChip = ({ table, filter: { name, label, options } }: { table: Table; filter: Filter }) => {
  const on = table.state.filters[name] !== undefined
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={on}
      onClick={() => table.filter(name, on ? [] : options.map(({ value }) => value))}
    >
      {on ? <X aria-hidden /> : <Plus aria-hidden />}
      {label}
    </button>
  )
}

const MIN_OPTIONS_FOR_SEARCH = 8

const FilterChip = ({ table, filter }: { table: Table; filter: Filter }) => {
  const texts = useTexts()
  const [part, setPart] = useState('')
  const [open, setOpen] = useState(false)
  const values = table.state.filters[filter.name] ?? []
  const labels = values.map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
  const shown = filter.options.filter((option) => option.label.toLocaleLowerCase().includes(part.toLocaleLowerCase()))
  const trigger =
    values.length > 0 ? (
      <button type="button" aria-label={`${texts.filterBy(filter.label)}: ${labels.join(', ')}`}>
        {filter.label} <b className="ellipsis">{labels.length > 2 ? `${labels[0]} +${labels.length - 1}` : labels.join(', ')}</b>
      </button>
    ) : (
      <button type="button" className="chip" aria-label={texts.filterBy(filter.label)}>
        <Plus aria-hidden />
        {filter.label}
      </button>
    )
  const list = (
    <div className="options">
      {filter.options.length > MIN_OPTIONS_FOR_SEARCH && (
        <input
          className="input"
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={part}
          onChange={(event) => setPart(event.target.value)}
        />
      )}
      <FilterOptions table={table} filter={filter} options={shown} onChosen={() => setOpen(false)} />
      {shown.length === 0 && <div className="options-head">{texts.noResults}</div>}
    </div>
  )
  return (
    <span className={values.length > 0 ? 'chip chip-on' : undefined}>
      <Popover trigger={trigger} label={texts.filterBy(filter.label)} open={open} onOpenChange={setOpen}>
        {list}
      </Popover>
      {values.length > 0 && (
        <button type="button" aria-label={texts.removeFilter(filter.label)} onClick={() => table.filter(filter.name, [])}>
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}
