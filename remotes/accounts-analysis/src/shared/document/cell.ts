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

type Cell = { texto: string; numero?: boolean } | null
const NUMBER = /^(-?\d+)(?:\.(\d+))?$/
/** Digits from which a whole number beside amounts is read as an amount too; shorter ones are codes and years. */
const WHOLE = 5

/**
 * A sheet's cells as they are written here: amounts in the language's form, everything else as it came. A number format is not
 * known, so a column of whole numbers (codes, documents) stays untouched. The exact text is in the formula line.
 */
export function written(rows: readonly (readonly Cell[])[], format: (amount: string, decimals: number) => string): string[][] {
  const amounts = new Set<number>()
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell?.numero && cell.texto.includes('.')) amounts.add(column)
  return rows.map((row) =>
    row.map((cell, column) => {
      const [, whole, fraction] = (cell?.numero && NUMBER.exec(cell.texto)) || []
      if (!cell || whole === undefined) return cell?.texto ?? ''
      if (fraction !== undefined) return format(cell.texto, Math.min(4, Math.max(2, fraction.length > 4 ? 2 : fraction.length)))
      return amounts.has(column) && whole.replace('-', '').length >= WHOLE ? format(whole, 2) : whole
    }),
  )
}
