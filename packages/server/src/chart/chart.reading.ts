import { type Chart, MOST_CHART_ROWS } from '@cuadre/api/chart'
import type { Upload } from '@cuadre/api/endpoint'
import { refusing } from '../balance/balance.reading.ts'
import { Invalid } from '../errors.ts'
import { type Cell, cellText, normaliseHeader, openTable } from '../files/index.ts'
import type { Line } from './chart.rules.ts'

const list = (names: string) => names.split(',').map((name) => name.trim())
/** The names by which columns go, normalised; of several the first one counts, and where its cell is empty the next. */
const ACCOUNT = list(
  'cuenta, codigo de cuenta, codigo cuenta, cod cuenta, numero de cuenta, account code, account number, account, code, codigo, cod, conta, codigo da conta',
)
const HEADING = list(
  'codigo de rubro, codigo rubro, cod rubro, rubro, prefijo, prefijo inicial, code prefix start, codigo de grupo, codigo grupo, grupo, group code, group, heading',
)
const NAME = list(
  'name es, nombre, nombre de la cuenta, nombre de cuenta, nombre cuenta, nombre del rubro, nombre rubro, denominacion, descripcion, account name, name, description, nome',
)
const CURRENCY = list('moneda, divisa, currency, moeda')
/** Titles may stand above the table. */
const HEAD_ROWS = 30

export type Sheet = Pick<Chart, 'tipo' | 'columnas'> & { lines: Line[] }
type Columns = { code: number; names: number[]; under: number; currency: number; tipo: Chart['tipo']; columnas: Chart['columnas'] }

/** The lines of a chart, and what its columns are. A file without accounts is one of headings. @throws 422 at `file` */
export const readChart = (file: Upload): Promise<Sheet> =>
  refusing(async () => {
    const table = await openTable(file.path, file.name, { maxRows: MOST_CHART_ROWS + HEAD_ROWS })
    const lines: Line[] = []
    let columns: Columns | undefined
    for await (const batch of table.rows())
      for (const { number, cells } of batch) {
        if (!columns) {
          columns = recognise(cells)
          if (!columns && number >= HEAD_ROWS) throw Invalid('file', 'chart_columns')
          continue
        }
        const { code, names, under, currency } = columns
        const text = (at: number) => cellText(cells[at]).trim()
        const line = {
          row: number,
          code: text(code),
          name: names.map(text).find(Boolean) ?? '',
          under: text(under),
          currency: text(currency),
        }
        if (line.code || line.name) lines.push(line)
        if (lines.length > MOST_CHART_ROWS) throw Invalid('file', 'chart_rows', { max: MOST_CHART_ROWS })
      }
    if (!columns) throw Invalid('file', 'chart_columns')
    if (lines.length === 0) throw Invalid('file', 'chart_empty')
    return { tipo: columns.tipo, columnas: columns.columnas, lines }
  })

function recognise(cells: readonly (Cell | undefined)[]): Columns | undefined {
  const headers = Array.from(cells, (cell) => normaliseHeader(cellText(cell)))
  const all = (names: readonly string[]) => names.map((name) => headers.indexOf(name)).filter((at) => at >= 0)
  const [account, heading, names, [currency = -1]] = [all(ACCOUNT)[0], all(HEADING)[0], all(NAME), all(CURRENCY)]
  const code = account ?? heading
  if (code === undefined || names.length === 0) return undefined
  const under = account === undefined ? -1 : (heading ?? -1)
  const said = (at: number) => (at < 0 ? null : cellText(cells[at]).trim())
  return {
    code,
    names,
    under,
    currency,
    tipo: account === undefined ? 'rubros' : 'cuentas',
    columnas: { CODIGO: said(code)!, NOMBRE: names.map(said).join(', '), RUBRO: said(under), MONEDA: said(currency) },
  }
}
