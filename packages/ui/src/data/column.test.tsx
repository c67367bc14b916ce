import { expect, test } from '@jest/globals'
import { isValidElement } from 'react'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'
import type { Table } from './useTableState.ts'

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
  expect(columns).toHaveLength(3)
})

test('nor do columns with any key in a table that has those of a list', () => {
  const columns: Column<Row>[] = [{ id: 'CODIGOS', header: 'Código', sortable: true, cell }]
  const table = {} as Table<Key>
  // @ts-expect-error: the table takes CODIGO and NOMBRE
  expect(isValidElement(<DataTable {...shared} columns={columns} table={table} />)).toBe(true)
  // Sorted in the browser: any id will do.
  expect(isValidElement(<DataTable {...shared} columns={columns} table={{} as Table} />)).toBe(true)
})
