import type { Evidence } from '@cuadre/api/analysis'
import { cellDisplay } from '@cuadre/tables/format/cell-display'

/** 0 → A, 25 → Z, 26 → AA */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

export interface Place {
  row: number
  column: number
}

/** 'G12', '$G$12' → row 11, column 6 (from zero) */
export const placeOf = (address: string): Place | undefined => {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?([1-9]\d*)$/i.exec(address.split('!').at(-1) ?? '') ?? []
  if (!letters || !row) return undefined
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row) - 1, column }
}
/** Of a cell in a set. */
export const keyOf = ({ row, column }: Place) => `${row},${column}`
export const addressOf = ({ row, column }: Place) => `${columnName(column)}${row + 1}`

type Cell = Evidence['hojas'][number]['filas'][number][number]
/** The language's form of what a cell says. */
export interface Forms {
  money: (amount: string, decimals: number) => string
  percent: (points: string, decimals: number) => string
  date: (day: string) => string
}
const NUMBER = /^(-?\d+)(?:\.(\d+))?$/
/** Digits from which a whole number beside amounts is read as an amount too; shorter ones are codes and years. */
const WHOLE = 5

/**
 * A sheet's cells as they are written here: amounts, percentages and dates in the language's form, as the workbook's number formats
 * say; where a format says nothing, a column of whole numbers (codes, documents) stays untouched. The exact text is in the formula line.
 */
export function written(rows: readonly (readonly Cell[])[], forms: Forms): string[][] {
  const amounts = new Set<number>()
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell?.numero && cell.texto.includes('.')) amounts.add(column)
  return rows.map((row) =>
    row.map((cell, column) => {
      if (!cell) return ''
      const formatted = cell.formato && writtenAs(cell.formato, cell, forms)
      if (formatted) return formatted
      const [, whole, fraction] = (cell.numero && NUMBER.exec(cell.texto)) || []
      if (whole === undefined) return cell.texto
      if (fraction !== undefined) return forms.money(cell.texto, Math.min(4, Math.max(2, fraction.length > 4 ? 2 : fraction.length)))
      return amounts.has(column) && whole.replace('-', '').length >= WHOLE ? forms.money(whole, 2) : whole
    }),
  )
}

function writtenAs(format: string, { texto, numero }: NonNullable<Cell>, { money, percent, date }: Forms): string | undefined {
  const display = cellDisplay(format, texto, numero === true)
  if (display?.kind === 'date') return `${date(texto.slice(0, 10))} ${texto.slice(11, 16)}`.trim()
  if (display?.kind === 'percent') return percent(shifted(texto), display.decimals)
  if (!display) return undefined
  const { decimals, grouped, around } = display
  // What the format writes around a figure has its sign.
  const figure = around ? texto.replace('-', '') : texto
  const plain = !grouped && decimals === 0 && !texto.includes('.') ? figure : money(figure, decimals)
  return around ? around.replace('#', plain) : plain
}

/** '0.125' → '12.5', exactly. */
function shifted(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = whole + fraction.padEnd(2, '0')
  const at = whole.length + 2
  return `${sign}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${digits.length > at ? `.${digits.slice(at)}` : ''}`
}
