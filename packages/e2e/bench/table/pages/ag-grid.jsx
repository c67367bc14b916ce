import { ClientSideRowModelModule, ColumnApiModule, ModuleRegistry, QuickFilterModule, RowSelectionModule } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useRef, useState } from 'react'
import '../kit.css'
import { columns, start, useActions } from '../page.jsx'

ModuleRegistry.registerModules([ClientSideRowModelModule, ColumnApiModule, QuickFilterModule, RowSelectionModule])

const VALUE = { cuenta: 'CUENTA', nombre: 'NOMBRE_CUENTA', saldo: 'VALOR_BALANCE' }
const { compare } = new Intl.Collator('es')
const shown = columns.map(({ id, header, sortable, cell }) => ({
  colId: id,
  headerName: header,
  sortable,
  valueGetter: ({ data }) => data[VALUE[id]],
  comparator: id === 'saldo' ? (a, b) => a - b : compare,
  cellRenderer: ({ data }) => cell(data),
}))
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleUpperCase()
const row = ({ data }) => plain(`${data.CUENTA} ${data.NOMBRE_CUENTA}`)
for (const column of shown) column.getQuickFilterText = column.colId === 'cuenta' ? row : () => ''

const Grid = ({ items }) => {
  const grid = useRef(null)
  const [search, setSearch] = useState('')
  useActions({
    sort: (id) =>
      grid.current.api.applyColumnState({
        state: [{ colId: id.replace('-', ''), sort: id.startsWith('-') ? 'desc' : 'asc' }],
        defaultState: { sort: null },
      }),
    search: (text) => setSearch(plain(text)),
  })
  return (
    <div style={{ blockSize: '100vh' }}>
      <AgGridReact
        ref={grid}
        rowData={items}
        columnDefs={shown}
        rowHeight={36}
        headerHeight={32}
        rowSelection={{ mode: 'multiRow' }}
        cacheQuickFilter
        quickFilterText={search}
      />
    </div>
  )
}
start(Grid, {
  first: () => document.querySelector('.ag-row[row-index="0"] .code')?.textContent,
  scroller: () => document.querySelector('.ag-grid-viewport'),
})
