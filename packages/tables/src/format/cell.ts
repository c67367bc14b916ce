/**
 * A cell as read. Text is a string without outer white space, dates are text `YYYY-MM-DD` (`YYYY-MM-DDTHH:MM:SS` when they carry a
 * time), booleans `TRUE` / `FALSE`. A number of a spreadsheet is `{ n }`, exact decimal text with a point and without exponent, so that
 * the text "1.234" (ambiguous) and the number 1.234 (not) stay apart. An error cell is `{ error: '#REF!' }`; a formula that the file
 * keeps without its value is `{ error: 'formula-sin-valor' }`. An empty cell is null.
 */
export type Cell = string | NumberCell | ErrorCell | null
export type NumberCell = { n: string; shown?: NumberShown }
/**
 * How the format of a cell shows its number where that bears on an amount: `text` with '#' for the figure ('# CR', '€ #'); `scale` where
 * the figure is shown divided by it, as `#,##0,` does by 1000.
 */
export type NumberShown = { text: string; scale?: number }
type ErrorCell = { error: string }

/**
 * A row as read: `number` is its 1-based number in the file (the line, in text files). Empty cells at the end are left out; where there
 * were any, `width` says how many cells the line of a text file has with them.
 */
export type Row = { number: number; cells: Cell[]; width?: number }

export const NO_CACHED_VALUE = 'formula-sin-valor'

export const isNumber = (cell: Cell | undefined): cell is NumberCell => typeof cell === 'object' && cell !== null && 'n' in cell
export const isError = (cell: Cell | undefined): cell is ErrorCell => typeof cell === 'object' && cell !== null && 'error' in cell

/** The text of a cell as a person would read it; empty for an empty cell. */
export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : 'n' in cell ? cell.n : cell.error

/** As a person sees it in the spreadsheet, but for how many figures are shown: '5 CR' of the number 5; nothing of a formula without its value. */
export const shownText = (cell: Cell | undefined): string =>
  isNumber(cell) && cell.shown && !cell.shown.scale
    ? cell.shown.text.replace('#', cell.n.replace('-', ''))
    : isError(cell) && cell.error === NO_CACHED_VALUE
      ? ''
      : cellText(cell)

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters
  return letters
}

/** 'B12' or '$B$12' → { row: 12, column: 1 }; null when it is not an address. */
export function parseAddress(address: string): { row: number; column: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address)
  if (!match) return null
  let column = 0
  for (const letter of match[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(match[2]), column: column - 1 }
}
