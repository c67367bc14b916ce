import { columnLetters } from '../format/cell.ts'
import type { DefinedName } from '../format/xlsx-book.ts'
import { getTokens } from './engine.ts'

/** A range that a formula reads: rows counted from 1, columns from 0; sheet null: its own. */
export type Reach = { sheet: string | null; top: number; left: number; bottom: number; right: number }
type Parts = { reaches: Reach[]; names: Map<string, string> } | { unknown: string }

/**
 * What may be computed: functions of amounts, counts, conditions and look-ups. Not those that read elsewhere (INDIRECT, OFFSET), that
 * change with the clock or by chance (NOW, RAND), or that build texts and arrays of any size (REPT, SEQUENCE).
 */
const FUNCTIONS = new Set(
  `ABS AND AVERAGE AVERAGEIF AVERAGEIFS CEILING CHOOSE COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DATE DAY EDATE EOMONTH EVEN EXACT EXP FALSE FIND FLOOR
  HLOOKUP IF IFERROR IFNA IFS INDEX INT ISBLANK ISERR ISERROR ISLOGICAL ISNA ISNONTEXT ISNUMBER ISTEXT LARGE LEFT LEN LN LOG10 LOOKUP LOWER MATCH MAX
  MAXIFS MEDIAN MID MIN MINIFS MOD MONTH MROUND N NA NOT ODD OR POWER PRODUCT QUOTIENT RIGHT ROUND ROUNDDOWN ROUNDUP SEARCH SIGN SMALL SQRT
  SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SWITCH TRIM TRUE TRUNC UPPER VALUE VLOOKUP XLOOKUP XOR YEAR`.split(/\s+/),
)
/** A product of a row and a column is as large as both together. */
const MAX_AREA = 2_000_000

/** The ranges and names that a formula reads; or what of it cannot be computed. */
export function formulaParts(formula: string, names: readonly DefinedName[], depth = 0): Parts {
  const reaches: Reach[] = []
  const used = new Map<string, string>()
  const tokens = tokensOf(formula)
  for (const [i, { token }] of tokens.entries()) {
    if (token === 'Illegal' || token === 'And' || token === 'LeftBrace') return { unknown: token === 'And' ? '&' : formula.slice(0, 60) }
    if (typeof token === 'string') continue
    if ('StructuredReference' in token) return { unknown: formula.slice(0, 60) }
    if ('Reference' in token) {
      const { sheet, row, column } = token.Reference
      reaches.push({ sheet: sheet ?? null, top: row, bottom: row, left: column - 1, right: column - 1 })
    } else if ('Range' in token) {
      const { sheet, left, right } = token.Range
      const [rows, columns] = [
        [left.row, right.row],
        [left.column - 1, right.column - 1],
      ].map((pair) => pair.toSorted((a, b) => a - b)) as [[number, number], [number, number]]
      reaches.push({ sheet: sheet ?? null, top: rows[0], bottom: rows[1], left: columns[0], right: columns[1] })
    } else if ('Ident' in token) {
      const called = tokens[i + 1]?.token === 'LeftParenthesis'
      const word = token.Ident.toUpperCase().replace(/^(_XLFN\.|_XLWS\.)+/, '')
      if (called ? FUNCTIONS.has(word) : word === 'TRUE' || word === 'FALSE') continue
      const known = called ? undefined : names.find(({ name }) => name.toUpperCase() === word)
      // A name of a name is followed a few steps, not for ever.
      const inner = known && depth < 5 ? formulaParts(known.refersTo.replace(/^=/, ''), names, depth + 1) : undefined
      if (!known || !inner || 'unknown' in inner) return { unknown: token.Ident }
      used.set(known.name, known.refersTo)
      for (const [name, refersTo] of inner.names) used.set(name, refersTo)
      reaches.push(...inner.reaches)
    }
  }
  const tall = Math.max(0, ...reaches.map(({ top, bottom }) => bottom - top + 1))
  const wide = Math.max(0, ...reaches.map(({ left, right }) => right - left + 1))
  return tall * wide > MAX_AREA ? { unknown: 'tamaño' } : { reaches, names: used }
}

/** A formula that was filled into further cells, as it is meant so many rows down and columns across. */
export function shifted(formula: string, down: number, across: number): string {
  let text = ''
  let done = 0
  for (const { token, start, end } of tokensOf(formula)) {
    if (typeof token === 'string' || !('Reference' in token || 'Range' in token)) continue
    const written = formula.slice(start, end)
    const sheet = written.slice(0, written.lastIndexOf('!') + 1)
    const corner = (part: Corner) =>
      `${part.absolute_column ? '$' : ''}${columnLetters(part.column - 1 + (part.absolute_column ? 0 : across))}` +
      `${part.absolute_row ? '$' : ''}${part.row + (part.absolute_row ? 0 : down)}`
    const moved = 'Reference' in token ? corner(token.Reference) : `${corner(token.Range.left)}:${corner(token.Range.right)}`
    text += formula.slice(done, start) + sheet + moved
    done = end
  }
  return text + formula.slice(done)
}

type Corner = { row: number; column: number; absolute_row: boolean; absolute_column: boolean }
type Token =
  | string
  | { Ident: string }
  | { Reference: Corner & { sheet?: string | null } }
  | { Range: { sheet?: string | null; left: Corner; right: Corner } }
  | { StructuredReference: unknown }
// The package's declaration leaves out some tokens; these are what it gives.
const tokensOf = (formula: string) => getTokens(formula) as unknown as { token: Token; start: number; end: number }[]
