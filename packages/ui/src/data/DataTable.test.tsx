import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { NONE } from '../format/money.ts'
import { draw } from '../testing.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { PagedTable } from './PagedTable.tsx'
import { Pager } from './Pager.tsx'
import { useTableState } from './useTableState.ts'

interface Account {
  code: string
  name: string
  area: string
}
const accounts: Account[] = ['Caja', 'Bancos', 'Cartera', 'Fondos', 'Impuestos'].map((name, i) => ({
  code: `1.${i}`,
  name,
  area: i < 3 ? 'Activo' : 'Pasivo',
}))
const columns: Column<Account, string>[] = [
  { id: 'code', header: 'Cuenta', sortable: true, hideable: false, cell: (a) => a.code },
  { id: 'name', header: 'Nombre', sortable: true, cell: (a) => a.name },
  { id: 'area', header: 'Clase', hidden: true, cell: (a) => a.area },
]
const codeOf = (a: Account) => a.code

const List = ({ start = '', ...more }: Partial<DataTableProps<Account, string>> & { start?: string }) => {
  const [params, setParams] = useState(new URLSearchParams(start))
  const table = useTableState<string, 'area'>({ key: 'prueba', params, setParams, filters: ['area'], limit: 2 })
  return (
    <>
      <FilterBar table={table} search="Cuenta o nombre" columns={columns} filters={[{ name: 'area', label: 'Clase', options: [] }]} />
      <DataTable
        label="Cuentas"
        none="Ninguna cuenta"
        table={table}
        columns={columns}
        rows={accounts}
        rowKey={codeOf}
        selectable
        {...more}
      />
      <BulkBar table={table}>
        <button type="button">Rechazar</button>
      </BulkBar>
      <Pager table={table} total={142} of={186} />
      <output data-testid="address">{params.toString()}</output>
    </>
  )
}

const address = () => screen.getByTestId('address').textContent
const grid = () => screen.getByRole('grid', { name: 'Cuentas' })
const chosen = () =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const cursorRow = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => localStorage.clear())
afterEach(() => void dispatchEvent(new Event('afterprint')))

describe('two lines of a phone', () => {
  const cells = () => [
    ...grid().querySelectorAll<HTMLElement>('tbody tr:nth-of-type(-n + 2) td:is([data-phone^=title], [data-phone^=sub])'),
  ]
  const phone: Column<Account, string>[] = [
    { id: 'name', header: 'Nombre', phone: 'title', cut: true, cell: (a) => (a.name === 'Caja' ? NONE : a.name) },
    { id: 'code', header: 'Cuenta', phone: 'sub', cell: (a) => (a.name === 'Caja' ? <span> {NONE} </span> : a.code) },
    { id: 'balance', header: 'Saldo', phone: 'sub-end', align: 'number', cell: (a) => (a.name === 'Caja' ? NONE : `${NONE} ${a.code}`) },
  ]

  test('an empty value has no header there and is left out, the title never', () => {
    draw(<List columns={phone} />)
    const left = cells().map((cell) => cell.hasAttribute('data-none'))
    expect(left).toEqual([false, true, true, false, false, false])
  })

  test('a value that comes later stands again', () => {
    const [caja] = accounts
    const inside = (list: ReactNode) => <UiProvider locale="es">{list}</UiProvider>
    const { rerender } = draw(<List columns={phone} />)
    rerender(inside(<List columns={phone} rows={[{ ...caja!, name: 'Caja chica' }]} />))
    expect(cells().map((cell) => cell.hasAttribute('data-none'))).toEqual([false, false, false])
  })

  test('a long name is read in full by pointing at it', () => {
    draw(<List columns={phone} />)
    expect(screen.getByText('Bancos').closest('td')).toHaveAttribute('title', 'Bancos')
  })
})

describe('keys', () => {
  test('arrows move the cursor and stop at the ends', async () => {
    const { user } = draw(<List />)
    act(() => grid().focus())
    expect(cursorRow()).toContain('Caja')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(cursorRow()).toContain('Cartera')
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(cursorRow()).toContain('Caja')
    await user.keyboard('{End}{ArrowDown}')
    expect(cursorRow()).toContain('Impuestos')
  })

  test('Espacio selects, Mayús with arrows selects a range, Esc clears', async () => {
    const { user } = draw(<List />)
    act(() => grid().focus())
    await user.keyboard('{ArrowDown} ')
    expect(chosen()).toEqual(['1.1'])
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(chosen()).toEqual(['1.1', '1.2', '1.3'])
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(chosen()).toEqual(['1.1', '1.2'])
    expect(screen.getByRole('group', { name: '2 seleccionados' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(chosen()).toEqual([])
    expect(screen.queryByRole('group')).toBeNull()
  })

  test('the cursor stays on its row when the order changes, and is nowhere when the row is gone', async () => {
    const inside = (list: ReactNode) => <UiProvider locale="es">{list}</UiProvider>
    const { user, rerender } = draw(<List />)
    act(() => grid().focus())
    await user.keyboard('{ArrowDown}')
    rerender(inside(<List rows={accounts.toReversed()} />))
    expect(cursorRow()).toContain('Bancos')
    rerender(inside(<List rows={accounts.filter(({ name }) => name !== 'Bancos')} />))
    expect(grid()).not.toHaveAttribute('aria-activedescendant')
  })

  test('Intro opens the row under the cursor, and only there', async () => {
    const onOpen = jest.fn()
    const { user } = draw(<List onOpen={onOpen} actions={() => <button type="button">Ver</button>} />)
    act(() => grid().focus())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onOpen).toHaveBeenCalledTimes(1)
    expect(onOpen).toHaveBeenCalledWith(accounts[1])
    screen.getAllByRole('button', { name: 'Ver' })[0]?.focus()
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('/ reaches the search box, but is a character inside a field', async () => {
    const { user } = draw(<List />)
    await user.keyboard('/')
    const box = screen.getByRole('searchbox', { name: 'Cuenta o nombre' })
    expect(box).toHaveFocus()
    await user.keyboard('a/b')
    expect(box).toHaveValue('a/b')
  })
})

describe('selecting with the pointer', () => {
  test('a box, a range with Mayús, the whole page, and the mixed state', async () => {
    const { user } = draw(<List />)
    const [all, ...boxes] = screen.getAllByRole<HTMLInputElement>('checkbox')
    await user.click(boxes[0] as HTMLElement)
    expect(all?.indeterminate).toBe(true)
    await user.keyboard('{Shift>}')
    await user.click(boxes[2] as HTMLElement)
    await user.keyboard('{/Shift}')
    expect(chosen()).toEqual(['1.0', '1.1', '1.2'])
    await user.click(all as HTMLElement)
    expect(chosen()).toHaveLength(5)
    expect(all?.indeterminate).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Quitar la selección' }))
    expect(chosen()).toEqual([])
  })
})

describe('the address follows', () => {
  test('of a page that is no longer there the last one is shown, and nothing says that there are none', async () => {
    await draw(<List start="pagina=900" />)
    await waitFor(() => expect(address()).toBe('pagina=71'))
    expect(screen.getByRole('button', { name: 'Página 71' })).toHaveAttribute('aria-current', 'page')
  })
  test('sorting turns round, tells it and goes back to the first page', async () => {
    const { user } = draw(<List start="pagina=3" />)
    const name = () => screen.getByRole('columnheader', { name: /Nombre/ })
    expect(name()).not.toHaveAttribute('aria-sort')
    await user.click(within(name()).getByRole('button'))
    expect(name()).toHaveAttribute('aria-sort', 'ascending')
    expect(address()).toBe('orden=name')
    await user.click(within(name()).getByRole('button'))
    expect(name()).toHaveAttribute('aria-sort', 'descending')
    expect(address()).toBe('orden=-name')
  })

  test('the pager says where one is and moves', async () => {
    const { user } = draw(<List start="pagina=2" />)
    expect(screen.getByText('3 a 4 de 142, filtrados de 186')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    expect(address()).toBe('pagina=3')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filas por página' }), '50')
    expect(address()).toBe('filas=50')
  })

  test('the button that led to the last page keeps the focus there, and does nothing more', async () => {
    const { user } = draw(<List start="pagina=70" />)
    const next = screen.getByRole('button', { name: 'Página siguiente' })
    next.focus()
    await user.keyboard('{Enter}')
    expect(address()).toBe('pagina=71')
    expect(next).toHaveAttribute('aria-disabled', 'true')
    expect(next).toBeEnabled()
    expect(next).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(address()).toBe('pagina=71')
  })

  test('the search is written after a pause', async () => {
    const { user } = draw(<List start="pagina=2" />)
    await user.type(screen.getByRole('searchbox'), 'caja')
    await screen.findByText('buscar=caja')
  })
})

describe('what there is to see', () => {
  test('columns that are hidden at first are not drawn; the choice is remembered', async () => {
    const { user, unmount } = draw(<List />)
    expect(screen.queryByRole('columnheader', { name: 'Clase' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Columnas' }))
    // By its own name alone, without those of the buttons beside it.
    await user.click(await screen.findByRole('checkbox', { name: 'Clase' }))
    expect(screen.getByRole('columnheader', { name: 'Clase', hidden: true })).toBeInTheDocument()
    unmount()
    draw(<List />)
    expect(screen.getByRole('columnheader', { name: 'Clase' })).toBeVisible()
  })

  test('while it loads the table keeps its shape and says so', () => {
    draw(<List rows={undefined} loading />)
    expect(grid()).toHaveAttribute('aria-busy', 'true')
    expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(0)
  })

  test('old rows stay while new ones load', () => {
    draw(<List loading />)
    expect(screen.getByText('Bancos')).toBeVisible()
    expect(document.querySelectorAll('.skeleton')).toHaveLength(0)
  })

  test('nothing for the filters offers to remove them', async () => {
    const { user } = draw(<List rows={[]} start="area=activo&buscar=x" />)
    expect(screen.getByText('Ninguna cuenta coincide con «x»')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Quitar los filtros' }))
    expect(address()).toBe('')
    expect(screen.getByText('Aún no hay nada aquí')).toBeVisible()
  })

  test('nothing for the filters names them, and there are no pages to go through', () => {
    const Paged = () => {
      const [params, setParams] = useState(new URLSearchParams('area=activo&area=otra&buscar=x'))
      const table = useTableState<string, 'area'>({ key: 'prueba', params, setParams, filters: ['area'], limit: 2 })
      const area = { name: 'area' as const, label: 'Clase', options: [{ value: 'activo', label: 'Activo' }] }
      return (
        <PagedTable
          label="Cuentas"
          none="Ninguna cuenta"
          table={table}
          columns={columns}
          filters={[area]}
          rows={[]}
          total={0}
          of={186}
          rowKey={codeOf}
        />
      )
    }
    draw(<Paged />)
    expect(within(screen.getByRole('table', { name: 'Cuentas' })).getByText('Clase: Activo, otra')).toBeVisible()
    expect(screen.getByRole('navigation', { hidden: true })).toHaveAttribute('data-waiting')
  })

  test('nothing for what was searched names it and offers to clear it', async () => {
    const { user } = draw(<List rows={[]} start="buscar=zzzz" />)
    expect(screen.getByText('Ninguna cuenta coincide con «zzzz»')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Quitar la búsqueda' }))
    expect(address()).toBe('')
  })

  test('a table whose things have no name says it without one', () => {
    draw(<List rows={[]} none={undefined} start="area=activo" />)
    expect(screen.getByText('Nada coincide con los filtros')).toBeVisible()
  })

  test('an error says what to do, and does not hide rows that are there', async () => {
    const onRetry = jest.fn()
    const { user, unmount } = draw(<List rows={undefined} error={{ title: 'No se pudo leer la lista', onRetry }} />)
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudo leer la lista')
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
    unmount()
    draw(<List error={{ onRetry }} />)
    expect(screen.getByText('Bancos')).toBeVisible()
  })

  test('bands carry their totals and close; a closed one is skipped by the keys', async () => {
    const { user } = draw(
      <List bands={{ of: (a) => a.area, label: (band) => band, totals: (_, rows) => ({ name: `${rows.length} cuentas` }) }} />,
    )
    expect(screen.getByText('3 cuentas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Activo' }))
    expect(screen.queryByText('Bancos')).toBeNull()
    act(() => grid().focus())
    expect(cursorRow()).toContain('Fondos')
  })
})

describe('a page of many rows', () => {
  const many = (count: number, from = 0): Account[] =>
    Array.from({ length: count }, (_, i) => ({
      code: `2.${from + i}`,
      name: i === 77 ? 'El nombre más largo de todos' : `Cuenta ${i}`,
      area: 'Activo',
    }))
  const drawnRows = () =>
    [...grid().querySelectorAll('tbody tr[aria-rowindex]')].map((row) => Number(row.getAttribute('aria-rowindex')) - 2)
  const room = () => [...grid().querySelectorAll<HTMLElement>('tbody tr.pad td')].map((cell) => cell.style.blockSize)
  const first = Math.ceil((innerHeight - 120) / 36)
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const rest = async () => {
    for (let step = 0; step < 20; step++) await act(() => jest.advanceTimersByTimeAsync(100))
  }

  test('those that the window holds are drawn at once, and the widest of each column; the others follow, in room that is kept for them', async () => {
    draw(<List rows={many(100)} />)
    expect(drawnRows()).toEqual([...Array.from({ length: first }, (_, i) => i), 77])
    expect(room()).toEqual([`calc(${77 - first} * var(--row))`, 'calc(22 * var(--row))'])
    expect(grid()).toHaveAttribute('aria-rowcount', '101')
    await rest()
    expect(drawnRows()).toHaveLength(100)
    expect(room()).toEqual([])
    expect(grid()).not.toHaveAttribute('aria-rowcount')
  })

  test('whoever scrolls, prints or goes through them by key has all of them', () => {
    const ways = [
      () => act(() => void document.body.dispatchEvent(new Event('scroll'))),
      () => act(() => void window.dispatchEvent(new Event('beforeprint'))),
      () => {
        act(() => grid().focus())
        act(() => void grid().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })))
        expect(cursorRow()).toContain('2.99')
      },
    ]
    for (const way of ways) {
      const { unmount } = draw(<List rows={many(100)} />)
      expect(drawnRows()).toHaveLength(first + 1)
      way()
      expect(drawnRows()).toHaveLength(100)
      unmount()
    }
  })

  test('what is drawn stays when the rows are read again; another page begins anew, a few more rows do not', async () => {
    let read = (_: Account[]) => {}
    const Read = () => {
      const [rows, setRows] = useState(many(100))
      read = (next) => act(() => setRows(next))
      return <List rows={rows} />
    }
    draw(<Read />)
    await rest()
    read(many(100).toReversed())
    expect(drawnRows()).toHaveLength(100)
    read(many(105))
    expect(drawnRows()).toHaveLength(105)
    read(many(100, 200))
    expect(drawnRows()).toHaveLength(first + 1)
    await rest()
    expect(drawnRows()).toHaveLength(100)
  })
})

describe('thousands of rows', () => {
  const page = document.documentElement
  const many = Array.from({ length: 5000 }, (_, i) => ({ code: String(i), name: `n${i}`, area: '' }))
  const plain: Column<Account>[] = [{ id: 'name', header: 'Nombre', text: (a) => a.name, cell: (a) => <b>{a.name}</b> }]
  const drawn = () => [...document.querySelectorAll<HTMLElement>('tbody tr:not(.pad)')]
  const whole = () => document.querySelectorAll('tbody b').length
  const rested = () => act(() => new Promise((resolve) => setTimeout(resolve, 150)))
  /** Puts this row at the top, without act(), which would draw what is only planned. */
  const scrollTo = (row: number) => {
    page.scrollTop = 36 * row
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
    environment.IS_REACT_ACT_ENVIRONMENT = false
    window.dispatchEvent(new Event('scroll'))
    environment.IS_REACT_ACT_ENVIRONMENT = true
  }
  beforeEach(() => {
    page.scrollTop = 0
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -page.scrollTop, 50))
  })
  afterEach(() => void jest.restoreAllMocks())

  test('only those in view are drawn, and all are counted', () => {
    draw(<List rows={many} />)
    expect(drawn().length).toBeLessThan(120)
    expect(grid()).toHaveAttribute('aria-rowcount', '5001')
  })

  test('a leap is drawn whole before the next frame, and only what is in view', () => {
    draw(<List rows={many} columns={plain} />)
    scrollTo(4000)
    expect(screen.getByText('n4000').tagName).toBe('B')
    expect(screen.queryByText('n0')).toBeNull()
    expect(drawn().length).toBeLessThan(40)
  })

  test('while jumping from screen to screen rows are text only, in the same elements; at rest they are complete', async () => {
    draw(<List rows={many} columns={plain} actions={() => <b>Ver</b>} />)
    scrollTo(1000)
    scrollTo(2000)
    const elements = drawn()
    for (const row of [3000, 4000, 300]) {
      scrollTo(row)
      expect(drawn()).toEqual(elements)
      expect(elements.map((tr) => tr.textContent)).toEqual(elements.map((_, at) => `n${row - 2 + at}`))
      expect(elements[2]).toHaveAttribute('aria-rowindex', String(row + 2))
      expect(whole()).toBe(0)
    }
    await waitFor(() => expect(screen.getByText('n300').tagName).toBe('B'))
    expect(whole()).toBe(2 * drawn().length)
  })

  test('columns keep their widths while rows are text only, and get their own widths back at rest', async () => {
    draw(<List rows={many} columns={plain} />)
    const header = screen.getByRole('columnheader', { name: 'Nombre' })
    scrollTo(1000)
    expect(header.style.width).toBe('')
    scrollTo(2000)
    expect(header.style.width).toBe('50px')
    expect(grid().style.tableLayout).toBe('fixed')
    await waitFor(() => expect(header.style.width).toBe(''))
    expect(grid().style.tableLayout).toBe('')
  })

  test('leaps with a pause between them, smaller steps and columns without words are drawn whole', async () => {
    const { unmount } = draw(<List rows={many} columns={plain} />)
    scrollTo(1000)
    for (let row = 1003; row < 1030; row += 3) scrollTo(row)
    expect(whole()).toBe(drawn().length)
    await rested()
    scrollTo(3000)
    expect(whole()).toBe(drawn().length)
    unmount()
    draw(<List rows={many} columns={[{ id: 'name', header: 'Nombre', cell: (a) => <b>{a.name}</b> }]} />)
    for (const row of [2000, 3000, 4000]) scrollTo(row)
    expect(whole()).toBe(drawn().length)
  })

  test('rows that change during fast scrolling are complete again, and a table that is left alone too', async () => {
    const inside = (list: ReactNode) => <UiProvider locale="es">{list}</UiProvider>
    const { rerender, unmount } = draw(<List rows={many} columns={plain} />)
    for (const row of [1000, 2000]) scrollTo(row)
    rerender(inside(<List rows={many.slice(0, 4000)} columns={plain} />))
    expect(whole()).toBe(drawn().length)
    expect(grid().style.tableLayout).toBe('')
    for (const row of [1000, 2000]) scrollTo(row)
    unmount()
    await rested()
    expect(document.querySelector('table')).toBeNull()
  })

  test('nothing of a row is ever seen at another: what is typed, ticked, opened, focused or selected', async () => {
    const Draft = ({ of }: { of: Account }) => <input aria-label={`draft of ${of.name}`} placeholder={useState(of.name)[0]} />
    const own: Column<Account>[] = [...plain, { id: 'draft', header: '', cell: (a) => <Draft of={a} /> }]
    const { user } = draw(
      <List
        rows={many}
        columns={own}
        actions={(a) => (
          <details>
            <summary>{`more of ${a.name}`}</summary>
          </details>
        )}
      />,
    )
    await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
    await user.click(screen.getByText('more of n0'))
    await user.type(screen.getByLabelText('draft of n0'), 'mine')
    expect(document.querySelectorAll('details[open]')).toHaveLength(1)
    getSelection()?.selectAllChildren(drawn()[1] as HTMLElement)
    const nothing = () => {
      expect(screen.queryByDisplayValue('mine')).toBeNull()
      expect(document.querySelectorAll('details[open], tbody :checked, [aria-selected="true"]')).toHaveLength(0)
      expect(document.body).toHaveFocus()
      expect(getSelection()?.toString()).toBe('')
    }
    for (const row of [1000, 2000, 3000]) {
      scrollTo(row)
      nothing()
    }
    await rested()
    nothing()
    expect(screen.getByLabelText('draft of n3000')).toHaveAttribute('placeholder', 'n3000')
    for (const row of [2000, 1000, 0]) scrollTo(row)
    expect(chosen()).toHaveLength(1)
    expect(drawn()[0]).toHaveAttribute('aria-selected', 'true')
  })
})

test('paper has no room for what only a wide window shows: that is left out before it is laid out', () => {
  const wide: Column<Account>[] = [
    { id: 'code', header: 'Cuenta', cell: codeOf },
    { id: 'name', header: 'Nombre', cell: (a) => a.name },
    { id: 'area', header: 'Clase', wide: true, cell: (a) => a.area },
  ]
  draw(<DataTable label="Cuentas" none="Ninguna" columns={wide} rows={accounts} rowKey={codeOf} />)
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers()).toEqual(['Cuenta', 'Nombre', 'Clase'])
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(headers()).toEqual(['Cuenta', 'Nombre'])
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(headers()).toEqual(['Cuenta', 'Nombre', 'Clase'])
})
