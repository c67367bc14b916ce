import { useMemo, useState } from 'react'
import { DataGrid, SelectColumn } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import '../kit.css'
import { columns, keyOf, start, useView } from '../page.jsx'

const shown = [
  SelectColumn,
  ...columns.map(({ id, header, sortable, cell, width }) => ({
    key: id,
    name: header,
    sortable,
    width,
    renderCell: ({ row }) => cell(row),
  })),
]
const NONE = []
const Grid = ({ items = NONE }) => {
  const rows = useView(items)
  const [selected, setSelected] = useState(() => new Set())
  const [sorts, setSorts] = useState(NONE)
  const style = useMemo(() => ({ blockSize: '100vh' }), [])
  return (
    <DataGrid
      columns={shown}
      rows={rows}
      rowKeyGetter={keyOf}
      rowHeight={36}
      headerRowHeight={32}
      selectedRows={selected}
      onSelectedRowsChange={setSelected}
      sortColumns={sorts}
      onSortColumnsChange={setSorts}
      style={style}
    />
  )
}
start(Grid, {
  first: () => document.querySelector('[role=row][aria-rowindex="2"] .code')?.textContent,
  scroller: () => document.querySelector('.rdg'),
})
