import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { dueOf, stateOf } from '@cuadre/accounts-analysis/shared/state.ts'
import { formatDate, formatMoney, formatPercent, uiTexts } from '@cuadre/ui'
import { useCallback } from 'react'
import '../kit.css'
import { columns, start, useView } from '../page.jsx'

// It draws on a canvas: the same columns as text.
const money = (value) => formatMoney(value, 'es')
const TEXT = {
  cuenta: (row) => row.CUENTA,
  nombre: (row) => row.NOMBRE_CUENTA,
  saldo: (row) => money(row.VALOR_BALANCE),
  sustentado: (row) => money(row.FECHA_ENVIO && row.VALOR_ANALISIS),
  diferencia: (row) => money(row.FECHA_ENVIO && row.VARIACION),
  movimiento: (row) => formatPercent(row.VARIACION_PERIODO_PCT, 'es', { signed: true }),
  estado: (row) => uiTexts.es.states[stateOf(row)],
  vence: (row) => formatDate(dueOf(row), 'es'),
}
const shown = columns.map(({ id, header }) => ({ id, title: header, width: id === 'nombre' ? 380 : 140 }))
let painted
const NONE = []
const Grid = ({ items = NONE }) => {
  const rows = useView(items)
  const content = useCallback(
    ([column, row]) => {
      if (column === 0 && row === 0) painted = rows[0].CUENTA
      const text = TEXT[columns[column].id](rows[row])
      return {
        kind: GridCellKind.Text,
        data: text,
        displayData: text,
        allowOverlay: false,
        contentAlign: columns[column].align === 'number' ? 'right' : 'left',
      }
    },
    [rows],
  )
  return (
    <DataEditor
      columns={shown}
      rows={rows.length}
      getCellContent={content}
      rowHeight={36}
      headerHeight={32}
      width="100%"
      height="100vh"
      rowMarkers="checkbox"
      smoothScrollY
    />
  )
}
start(Grid, { first: () => painted, scroller: () => document.querySelector('.dvn-scroller') })
