import type { Upload } from '@cuadre/api/endpoint'
import { MAX_IMPORTED_RATES, type RateImport } from '@cuadre/api/exchange-rate'
import { cellText, normaliseHeader, type OpenedTable, openTable, type Row } from '@cuadre/tables'
import { isNumber } from '@cuadre/tables/format/cell'
import { onlyOne } from '../../organisation/import/sheet.ts'
import { Invalid } from '../../platform/errors.ts'
import { withFileErrors } from '../balance/balance.reading.ts'

const list = (names: string) => names.split(',').map((name) => name.trim())
/** Column headings as they are recognised, normalised. */
const HEADERS = {
  PERIODO: list('periodo, mes, month, period'),
  MONEDA: list('moneda, divisa, currency, codigo de moneda, iso'),
  TASA: list('tipo de cambio, tasa, tasa de cambio, tipo de cambio de cierre, cierre, rate, exchange rate, closing rate'),
  FECHA_TASA: list('fecha, fecha del tipo de cambio, fecha tasa, fecha de la tasa, dia, date, rate date'),
}
export type Column = keyof typeof HEADERS
const COLUMNS = Object.keys(HEADERS) as Column[]
/** Titles may precede the table. */
const HEAD_ROWS = 20

/** `exact`: the rate is a number of a spreadsheet, which only has one reading. */
export type Line = { row: number; exact: boolean } & Record<Column, string>

/** The rates of a file, from its first sheet with the four headings. @throws 422 at `file` */
export const readRates = (file: Upload | undefined): Promise<{ lines: Line[]; columnas: RateImport['columnas'] }> =>
  withFileErrors(async () => {
    if (!file?.path) throw Invalid('file', 'file_required')
    const table = await openTable(file.path, file.name)
    for (const { name } of table.sheets.filter(({ visible }) => visible)) {
      const sheet = name || undefined
      const header = await headerOf(table, sheet)
      if (!header) continue
      await onlyOne(table, sheet, async (other) => (await headerOf(table, other)) !== undefined)
      const lines: Line[] = []
      for await (const batch of table.rows(sheet))
        for (const { number, cells } of batch) {
          if (number <= header.row) continue
          const text = (column: Column) => cellText(cells[header.at[column]]).trim()
          const [PERIODO, MONEDA, TASA, FECHA_TASA] = [text('PERIODO'), text('MONEDA'), text('TASA'), text('FECHA_TASA')]
          if (!PERIODO && !MONEDA && !TASA && !FECHA_TASA) continue
          lines.push({ row: number, exact: isNumber(cells[header.at.TASA]), PERIODO, MONEDA, TASA, FECHA_TASA })
          if (lines.length > MAX_IMPORTED_RATES) throw Invalid('file', 'rate_rows', { max: MAX_IMPORTED_RATES })
        }
      if (lines.length === 0) throw Invalid('file', 'rate_empty')
      return { lines, columnas: header.said }
    }
    throw Invalid('file', 'rate_columns')
  })

const headerOf = async (table: OpenedTable, sheet: string | undefined) =>
  (await table.head(HEAD_ROWS, sheet)).map(recognise).find((each) => each !== undefined)

function recognise({ number, cells }: Row) {
  const headers = Array.from(cells, (cell) => normaliseHeader(cellText(cell)))
  const places = COLUMNS.map((column) => [column, headers.findIndex((header) => HEADERS[column].includes(header))] as const)
  if (places.some(([, at]) => at < 0)) return undefined
  const said = Object.fromEntries(places.map(([column, at]) => [column, cellText(cells[at]).trim()])) as RateImport['columnas']
  return { row: number, at: Object.fromEntries(places) as Record<Column, number>, said }
}
