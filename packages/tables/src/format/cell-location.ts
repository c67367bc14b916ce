import { parseAddress } from './cell.ts'
import { LIMITS } from './limits.ts'
import type { DefinedName, SheetInfo } from './xlsx-book.ts'

/** `row` counts from 1, `column` from 0; `address` is as Excel writes it, without dollars. */
export type CellLocation = { sheet: string; row: number; column: number; address: string }

/** Where a defined name or an address ('B7', 'Hoja!B7') leads; null when nowhere. */
export function locateCell(wanted: string, book: { names: DefinedName[]; sheets: SheetInfo[] }): CellLocation | null {
  const named = book.names.find(({ name }) => name.toUpperCase() === wanted.toUpperCase())
  // LibreOffice and Excel quote sheet names differently and may write the dot of OpenDocument; a range counts by its first cell.
  const match = /^(?:(?:'((?:[^']|'')+)'|\$?([^'!]+?))[!.])?(\$?[A-Za-z]{1,3}\$?\d{1,7})(?::.*)?$/.exec(
    (named?.refersTo ?? wanted).replace(/^[=$]+(?=')/, ''),
  )
  if (!match) return null
  const position = parseAddress(match[3]!)
  const sheetName = match[1]?.replaceAll("''", "'") ?? match[2]
  const sheet = sheetName === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name.toLowerCase() === sheetName.toLowerCase())
  if (!position || !sheet || position.column >= LIMITS.columns) return null
  return { sheet: sheet.name, ...position, address: match[3]!.replaceAll('$', '').toUpperCase() }
}
