import { filtered, sorted } from '@cuadre/accounts-analysis/analyst/mine.ts'
import { DataTable, useTableState } from '@cuadre/ui/data'
import { useMemo } from 'react'
import '../ours.css'
import { columns, keyOf, start, useActions } from '../page.jsx'

const Grid = ({ items }) => {
  const table = useTableState({ key: 'bench' })
  const { state } = table
  const rows = useMemo(() => items && sorted(filtered(items, state), state.sort), [items, state])
  useActions({ sort: table.sortBy, search: table.search })
  return (
    <div className="page-fill" style={{ blockSize: '100vh', display: 'flex', flexDirection: 'column' }}>
      <DataTable label="Mis cuentas" columns={columns} rows={rows} rowKey={keyOf} table={table} selectable onOpen={() => {}} />
    </div>
  )
}
start(Grid, {
  first: () => document.querySelector('tr[aria-rowindex="2"] .code')?.textContent,
  scroller: () => document.querySelector('.table-frame'),
})
