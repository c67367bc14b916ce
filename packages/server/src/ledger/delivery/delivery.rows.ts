import { Readable } from 'node:stream'
import type { sendRows } from '@cuadre/api/delivery'
import type { Parsed, Upload } from '@cuadre/api/endpoint'
import type { Storage } from '../../platform/storage/index.ts'

type Row = Parsed<typeof sendRows>['body']['filas'][number]

const COLUMNS = [
  ['negocio', (row: Row) => row.NEGOCIO],
  ['cuenta', (row: Row) => row.CUENTA],
  ['nombre', (row: Row) => row.NOMBRE],
  ['moneda', (row: Row) => row.MONEDA],
  ['saldo', (row: Row) => withCents(row.SALDO)],
] as const

/** Two decimals after a comma: an amount that can be read in one way alone. */
function withCents(amount: string) {
  const [whole, decimals = ''] = amount.split('.')
  return `${whole},${decimals.padEnd(2, '0')}`
}
const quoted = (cell: string | undefined) => `"${(cell ?? '').replaceAll('"', '""')}"`

/** Rows become the file that they could have been, so that they go the way of every load and are kept as it is. */
export function fileOfRows(storage: Storage, rows: readonly Row[]): Promise<Upload> {
  const columns = COLUMNS.filter(([, of]) => rows.some((row) => of(row)))
  const lines = [columns.map(([name]) => name).join(';'), ...rows.map((row) => columns.map(([, of]) => quoted(of(row))).join(';'))]
  return storage.receive('saldos.csv', Readable.from([`${lines.join('\r\n')}\r\n`]))
}
