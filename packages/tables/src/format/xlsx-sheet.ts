import { type Cell, NO_CACHED_VALUE, parseAddress, type Row } from './cell.ts'
import { serialToIso } from './dates.ts'
import { LIMITS } from './limits.ts'
import { numberText } from './number-text.ts'
import { FileRefused } from './refused.ts'
import { type CellStyle, partEntry, readSharedStrings, readStyles, type XlsxBook } from './xlsx-book.ts'
import { attribute, decodeEscapes, xmlFeed } from './xml.ts'

/** What a row looked like beyond its values; asked for only when a sheet is shown. */
type RowExtras = { formulas: Map<number, string>; styles: Map<number, CellStyle>; shared?: Map<number, SharedFormula> }
/** A formula that was filled into further cells stands once in the file; here it is meant so many rows down and columns across. */
type SharedFormula = { formula: string; down: number; across: number }
export type SheetRow = Row & { extras?: RowExtras }
type SheetReading = { rows: AsyncGenerator<SheetRow[]>; merges: string[] }

/** The rows of a sheet as they come out of the file, some at a time; `merges` fills while they are read. */
export async function readSheetRows(book: XlsxBook, part: string, withExtras = false): Promise<SheetReading> {
  const entry = partEntry(book.zip, part)
  if (!entry) throw new FileRefused('hoja')
  const strings = await readSharedStrings(book)
  const styles = await readStyles(book)
  const merges: string[] = []
  let ready: SheetRow[] = []

  let rowNumber = 0
  let row: SheetRow | null = null
  let column = -1
  let type = ''
  let style: CellStyle | undefined
  let value = ''
  let formula: string | null = null
  let hasFormula = false
  let shared: string | undefined
  const sharedFormulas = new Map<string, { formula: string; row: number; column: number }>()
  let inline = ''
  let inCell = false
  let phonetic = 0
  let capturing: 'v' | 'f' | 't' | null = null

  const feed = xmlFeed({
    open(tag, raw) {
      switch (tag) {
        case 'c':
          if (!row) return
          inCell = true
          value = ''
          inline = ''
          formula = null
          hasFormula = false
          startCell(raw)
          return
        case 'v':
          if (inCell) capturing = 'v'
          return
        case 'f':
          if (!inCell) return
          hasFormula = true
          if (withExtras) {
            capturing = 'f'
            formula = ''
            shared = attribute(raw, 't') === 'shared' ? attribute(raw, 'si') : undefined
          }
          return
        case 't':
          if (inCell && phonetic === 0) capturing = 't'
          return
        case 'rPh':
          phonetic++
          return
        case 'row': {
          const declared = attribute(raw, 'r')
          rowNumber = declared === undefined ? rowNumber + 1 : Number(declared)
          if (!(rowNumber >= 1 && rowNumber <= 1_048_576)) throw new FileRefused('danado', { fila: String(declared).slice(0, 20) })
          row = withExtras
            ? { number: rowNumber, cells: [], extras: { formulas: new Map(), styles: new Map() } }
            : { number: rowNumber, cells: [] }
          column = -1
          return
        }
        case 'mergeCell': {
          const ref = attribute(raw, 'ref')
          if (ref && merges.length < 5_000) merges.push(ref)
        }
      }
    },
    text(piece) {
      if (capturing === 'v') value += piece
      else if (capturing === 't') inline += piece
      else if (capturing === 'f') formula += piece
      if (value.length > LIMITS.cellChars || inline.length > LIMITS.cellChars) throw new FileRefused('celda', { fila: rowNumber })
    },
    close(tag) {
      switch (tag) {
        case 'v':
        case 't':
        case 'f':
          capturing = null
          return
        case 'rPh':
          phonetic--
          return
        case 'c':
          inCell = false
          if (row) endCell(row)
          return
        case 'row':
          if (row) ready.push(row)
          row = null
      }
    },
  })

  /** The three attributes of a cell, by hand: this is the innermost loop of a load. */
  function startCell(raw: string) {
    let reference = ''
    let styleNumber = ''
    type = ''
    let at = 0
    while (at < raw.length) {
      const equals = raw.indexOf('=', at)
      if (equals < 0) break
      const open = raw.charCodeAt(equals + 1) === 34 ? equals + 1 : raw.slice(equals).search(/["']/) + equals
      const close = raw.indexOf(raw.charAt(open), open + 1)
      if (open < equals || close < 0) break
      const name = raw.slice(at, equals).trim()
      if (name === 'r') reference = raw.slice(open + 1, close)
      else if (name === 's') styleNumber = raw.slice(open + 1, close)
      else if (name === 't') type = raw.slice(open + 1, close)
      at = close + 1
    }
    style = styleNumber === '' ? undefined : styles[Number(styleNumber)]
    column = reference === '' ? column + 1 : columnOf(reference)
  }

  function endCell(row: SheetRow) {
    if (row.extras && formula) row.extras.formulas.set(column, formula)
    if (row.extras && hasFormula && shared !== undefined) endShared(row.number, row.extras, shared)
    const cell = cellValue()
    if (cell === null) return
    if (column >= LIMITS.columns) throw new FileRefused('columnas', { fila: row.number })
    if (row.extras && style) row.extras.styles.set(column, style)
    const { cells } = row
    while (cells.length < column) cells.push(null)
    cells[column] = cell
  }

  function endShared(number: number, extras: RowExtras, key: string) {
    if (formula) sharedFormulas.set(key, { formula, row: number, column })
    const of = sharedFormulas.get(key)
    if (!of || formula) return
    extras.shared ??= new Map()
    extras.shared.set(column, { formula: of.formula, down: number - of.row, across: column - of.column })
  }

  function cellValue(): Cell {
    switch (type) {
      case 's':
        return strings[Number(value)] || null
      case 'str':
        return decodeEscapes(value).trim() || null
      case 'inlineStr':
        return decodeEscapes(inline).trim() || null
      case 'b':
        return value === '' ? null : value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        return { error: value }
      case 'd':
        return value.trim().replace(/T00:00(:00(\.0+)?)?Z?$/, '') || null
      default: {
        const text = value.trim()
        if (text === '') return hasFormula ? { error: NO_CACHED_VALUE } : null
        if (style?.date) {
          const iso = serialToIso(Number(text), book.date1904)
          if (iso !== null) return iso
        }
        const n = numberText(text)
        if (n === null) return text
        const shown = style?.format?.(n)
        return shown ? { n, shown } : { n }
      }
    }
  }

  async function* rows(): AsyncGenerator<SheetRow[]> {
    const decoder = new TextDecoder('utf-8')
    for await (const piece of book.zip.bytes(entry!)) {
      feed.write(decoder.decode(piece, { stream: true }))
      if (ready.length === 0) continue
      yield ready
      ready = []
    }
    feed.write(decoder.decode())
    feed.end()
    if (ready.length > 0) yield ready
  }

  return { rows: rows(), merges }
}

function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code >= 65 && code <= 90) column = column * 26 + code - 64
    else if (column > 0 && code >= 48 && code <= 57) return column - 1
    else break
  }
  const address = parseAddress(reference)
  if (!address) throw new FileRefused('danado', { celda: reference.slice(0, 20) })
  return address.column
}
