import { type Chart, MAX_CHART_ROWS } from '@cuadre/api/chart'
import type { Upload } from '@cuadre/api/endpoint'
import { cellText, chooseSheet, columnLetters, normaliseHeader, type OpenedTable, openTable, type Row } from '@cuadre/tables'
import { codeAndName } from '@cuadre/tables/format/account-code'
import { isError } from '@cuadre/tables/format/cell'
import type { Recognised } from '@cuadre/tables/format/choose-sheet'
import { onlyOne } from '../../organisation/import/sheet.ts'
import { Invalid } from '../../platform/errors.ts'
import { withFileErrors } from '../balance/balance.reading.ts'
import type { Line } from './chart.rules.ts'

const list = (names: string) => names.split(',').map((name) => name.trim())
/** Recognised column headings, normalised; of several columns the first counts, and if its cell is empty the next. */
const ACCOUNT = list(
  'cuenta, codigo de cuenta, codigo cuenta, cod cuenta, numero de cuenta, account code, account number, account, code, codigo, cod, conta, codigo da conta',
)
const CODE = list('code, codigo, cod')
const HEADING = list(
  'codigo de rubro, codigo rubro, cod rubro, rubro, prefijo, prefijo inicial, code prefix start, codigo de grupo, codigo grupo, grupo, group code, group, heading',
)
const NAME = list(
  'name es, nombre, nombre de la cuenta, nombre de cuenta, nombre cuenta, nombre del rubro, nombre rubro, denominacion, descripcion, account name, name, description, nome',
)
const BUSINESS = list('negocio, empresa, sociedad, entidad, business, company, entity')
const CURRENCY = list('moneda, divisa, currency, moeda')
/** Titles may precede the table. */
const HEAD_ROWS = 30

export type Sheet = Pick<Chart, 'tipo' | 'columnas'> & { lines: Line[] }
/** `headerRow` is 0 without headings; `names` is empty if the code's cell contains the name too. */
type Columns = { headerRow: number; code: number; names: number[]; under: number; currency: number; business: number } & Pick<
  Chart,
  'tipo' | 'columnas'
>

/** The lines of a chart and its columns. A file without accounts is a chart of headings. @throws 422 at `file` */
export const readChart = (file: Upload): Promise<Sheet> =>
  withFileErrors(async () => {
    const table = await openTable(file.path, file.name)
    const { sheet, columns } = await findColumns(table)
    const { headerRow, code, names, under, currency, business, tipo, columnas } = columns
    const lines: Line[] = []
    let header = ''
    for await (const batch of table.rows(sheet))
      for (const { number, cells } of batch) {
        const row = normaliseHeader(cells.map(cellText).join('|'))
        if (number === headerRow) header = row
        if (number <= headerRow || row === header) continue
        const text = (at: number) => cellText(cells[at]).trim()
        const both = names.length === 0 ? codeAndName(text(code)) : null
        const line = {
          row: number,
          code: both?.code ?? text(code),
          name: both?.name ?? names.map(text).find(Boolean) ?? '',
          under: text(under),
          currency: text(currency),
          business: text(business),
          error: cellText([code, ...names, under, currency].map((at) => cells[at]).find(isError)),
        }
        if (line.code || line.name) lines.push(line)
        if (lines.length > MAX_CHART_ROWS) throw Invalid('file', 'chart_rows', { max: MAX_CHART_ROWS })
      }
    if (lines.length === 0) throw Invalid('file', 'chart_empty')
    return { tipo, columnas, lines }
  })

/** By the headings of a chart, on the first visible sheet that has them; otherwise in the way a balance is recognised. */
async function findColumns(table: OpenedTable): Promise<{ sheet: string | undefined; columns: Columns }> {
  const headOf = (sheet: string) => table.head(HEAD_ROWS, sheet || undefined)
  const columnsOf = async (sheet: string) => {
    const rows = await headOf(sheet)
    for (const [at, row] of rows.entries()) {
      const columns = recognise(row, rows.slice(at + 1))
      if (columns) return columns
    }
    return undefined
  }
  for (const { name } of table.sheets.filter(({ visible }) => visible)) {
    const columns = await columnsOf(name)
    if (!columns) continue
    await onlyOne(table, name || undefined, async (other) => (await columnsOf(other)) !== undefined)
    return { sheet: name || undefined, columns }
  }
  const found = await chooseSheet(table.sheets, headOf)
  const columns = found && ofLayout(found)
  if (!columns) throw Invalid('file', 'chart_columns')
  return { sheet: found.sheet || undefined, columns }
}

function recognise({ number, cells }: Row, data: readonly Row[]): Columns | undefined {
  const headers = Array.from(cells, (cell) => normaliseHeader(cellText(cell)))
  const all = (names: readonly string[]) => names.map((name) => headers.indexOf(name)).filter((at) => at >= 0)
  const holdsCodes = (at: number) => {
    const texts = data.map((row) => cellText(row.cells[at])).filter(Boolean)
    return texts.filter((text) => /^\S*\d\S*$/.test(text)).length >= texts.length * 0.8
  }
  const accounts = all(ACCOUNT)
  // A column 'Cuenta' beside 'Código' may hold the name.
  const account = accounts.find(holdsCodes) ?? accounts[0]
  const called = accounts.filter((at) => at !== account && !holdsCodes(at))
  const [heading, names, [currency = -1], [business = -1]] = [all(HEADING)[0], [...called, ...all(NAME)], all(CURRENCY), all(BUSINESS)]
  // 'Código' and 'Rubro', as our own list of headings has them: the name is that of the heading.
  const listed =
    names.length === 0 && account !== undefined && heading !== undefined && CODE.includes(headers[account]!) && !holdsCodes(heading)
  if (listed) names.push(heading)
  const code = account ?? heading
  if (code === undefined || names.length === 0) return undefined
  const ofHeadings = account === undefined || listed
  const under = ofHeadings ? -1 : (heading ?? -1)
  const said = (at: number) => (at < 0 ? null : cellText(cells[at]).trim())
  return {
    headerRow: number,
    code,
    names,
    under,
    currency,
    business,
    tipo: ofHeadings ? 'rubros' : 'cuentas',
    columnas: { CODIGO: said(code)!, NOMBRE: names.map(said).join(', '), RUBRO: said(under), MONEDA: said(currency) },
  }
}

function ofLayout({ rows, layout }: Recognised): Columns | undefined {
  const { columns } = layout
  const { cuenta, nombre, moneda = -1 } = layout.fields
  if (cuenta === undefined) return undefined
  const [first] = rows
  // If only the first line has no digit in the column of codes, it is a heading that was not recognised.
  const headerRow = layout.headerRow ?? (first && !/\d/.test(cellText(first.cells[cuenta])) ? first.number : 0)
  const data = rows.filter(({ number, cells }) => number > headerRow && cells.length > 0)
  const together = data.filter(({ cells }) => codeAndName(cellText(cells[cuenta]))).length >= data.length * 0.8
  if (nombre === undefined && !together) return undefined
  const said = (at: number) => columns[at]?.header || columnLetters(at)
  return {
    headerRow,
    code: cuenta,
    names: nombre === undefined ? [] : [nombre],
    under: -1,
    currency: moneda,
    business: -1,
    tipo: 'cuentas',
    columnas: { CODIGO: said(cuenta), NOMBRE: said(nombre ?? cuenta), RUBRO: null, MONEDA: moneda < 0 ? null : said(moneda) },
  }
}
