import { expect, test } from '@jest/globals'
import { isValidElement } from 'react'
import { type Column, visibleColumns } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { Table, useTableState } from './useTableState.ts'

type Row = { code: string }
type Key = 'CODIGO' | 'NOMBRE'
const cell = ({ code }: Row) => code
const shared = { label: 'Cuentas', rows: [], rowKey: cell }

test('a column that is sorted by a key that the list does not know does not compile', () => {
  const columns: Column<Row, Key>[] = [
    { id: 'CODIGO', header: 'Código', sortable: true, cell },
    { id: 'MARCAS', header: 'Marcas', cell },
    // @ts-expect-error: the list is not ordered by CODIGOS
    { id: 'CODIGOS', header: 'Código', sortable: true, cell },
  ]
  // @ts-expect-error: where no keys are said, no column is sortable
  const unsaid: Column<Row>[] = [{ id: 'CODIGO', header: 'Código', sortable: true, cell }]
  expect([columns.length, unsaid.length]).toEqual([3, 1])
})

test('nor do columns with any key in a table that has those of a list', () => {
  const columns: Column<Row, string>[] = [{ id: 'CODIGOS', header: 'Código', sortable: true, cell }]
  const table = {} as Table<Key>
  // @ts-expect-error: the table takes CODIGO and NOMBRE
  expect(isValidElement(<DataTable {...shared} columns={columns} table={table} />)).toBe(true)
  // Sorted in the browser: any id will do.
  expect(isValidElement(<DataTable {...shared} columns={columns} table={{} as Table} />)).toBe(true)
})

test('a filter that the list does not know does not compile, in its table, its bar or what is read of it', () => {
  type Filters = 'estado' | 'periodId'
  const sources: Parameters<typeof useTableState<Key, Filters>>[0][] = [{ key: 'cuentas', filters: ['estado'] }]
  // @ts-expect-error: the list is not narrowed by estados
  sources.push({ key: 'cuentas', filters: ['estados'] })
  const unsaid: Parameters<typeof useTableState>[0][] = []
  // @ts-expect-error: where no filters are said, there are none
  unsaid.push({ key: 'cuentas', filters: ['estado'] })
  const table = {} as Table<Key, Filters>
  expect(isValidElement(<FilterBar table={table} filters={[{ name: 'estado', label: 'Estado', options: [] }]} />)).toBe(true)
  // @ts-expect-error: estados is none of the table's
  expect(isValidElement(<FilterBar table={table} filters={[{ name: 'estados', label: 'Estado', options: [] }]} />)).toBe(true)
  // @ts-expect-error: nor is it read
  const read = (of: Table<Key, Filters>) => of.state.filters.estados
  expect([sources.length, unsaid.length, typeof read]).toEqual([2, 1, 'function'])
})

test('columns are left out as the window has less room, and what somebody chose to see stays', () => {
  const columns: Column<Row>[] = [
    { id: 'CODIGO', header: 'Código', cell },
    { id: 'AREA', header: 'Área', wide: true, cell },
    { id: 'RIESGO', header: 'Riesgo', wide: 'very', cell },
  ]
  const shown = (...args: [room?: 'little' | 'some' | 'much', hidden?: string[]]) =>
    visibleColumns(columns, { density: 'normal', ...(args[1] && { hidden: args[1] }) }, args[0]).map(({ id }) => id)
  expect(shown('much')).toEqual(['CODIGO', 'AREA', 'RIESGO'])
  expect(shown('some')).toEqual(['CODIGO', 'AREA'])
  expect(shown('little')).toEqual(['CODIGO'])
  expect(shown('little', ['AREA'])).toEqual(['CODIGO', 'RIESGO'])
})
