import { parseAmount } from './amount.ts'
import { type Cell, cellText, isNumber, type Row } from './cell.ts'
import { type Field, headerScore, normaliseHeader } from './header-names.ts'
import { parsePeriod } from './period.ts'

/** The row in which the header ends, and the name that it gives each column. */
export type Header = { number: number; names: string[] }

/** The row that names most fields, with the one above it where that groups its columns; failing that, a row of texts above rows with figures. */
export function findHeader(rows: Row[]): Header | null {
  let best: (Header & { score: number }) | null = null
  for (const [at, row] of rows.entries()) {
    const { number, cells } = row
    if (cells.some((cell) => cell !== null && isFigure(cell) && !isYearOrDate(cell))) continue
    for (const { names, grouped } of [columnNames(row, rows[at - 1]), ...wrappedNames(row, rows[at - 1])]) {
      const fields = new Map<Field, number>()
      for (const name of names) {
        const [field, confidence] = headerScore(name)[0] ?? []
        if (field && confidence! > (fields.get(field) ?? 0)) fields.set(field, confidence!)
      }
      // What is grouped says more than the groups single.
      const score = [...fields.values()].reduce((sum, each) => sum + each, grouped ? 0.5 : 0)
      if (fields.size >= 2 && score > (best?.score ?? 0)) best = { number, names, score }
    }
  }
  if (best) return best
  const row = textRowAboveFigures(rows)
  return row && { number: row.number, names: row.cells.map(cellText) }
}

/** A year or a date may stand over a column: '2024', '31/12/2024'. */
const isYearOrDate = (cell: Cell) => /^(19|20)\d\d$/.test(cellText(cell)) || parsePeriod(cellText(cell)) !== null

/**
 * The names over the columns. In a header of two lines the upper one holds what is merged downwards ('Cuenta') and what groups the columns
 * under it: 'Saldos finales' over 'Debe' and 'Haber', which come again under 'Movimientos'.
 */
function columnNames({ number, cells }: Row, above: Row | undefined): { names: string[]; grouped: boolean } {
  const single = { names: cells.map(cellText), grouped: false }
  // A line of dashes names nothing.
  const own = single.names.map((name) => (/[\p{L}\d]/u.test(name) ? name : ''))
  const times = new Map<string, number>()
  for (const name of own) times.set(normaliseHeader(name), (times.get(normaliseHeader(name)) ?? 0) + 1)
  const repeats = (name: string) => name !== '' && times.get(normaliseHeader(name))! > 1
  const grouped = own.some(repeats)
  const upper = above?.cells.map(cellText) ?? []
  if (above?.number !== number - 1 || upper.filter((text) => text !== '').length < (grouped ? 1 : 3)) return single
  if (above.cells.some((cell) => cell !== null && isFigure(cell) && !isYearOrDate(cell))) return single
  let group = ''
  const names = Array.from({ length: Math.max(own.length, upper.length) }, (_, index) => {
    const name = own[index] ?? ''
    const above = upper[index] ?? ''
    if (name === '') {
      group = above ? '' : group
      return above
    }
    group = above || group
    return repeats(name) && group ? `${group} ${name}` : name
  })
  return { names, grouped }
}

/** Headings whose words go on in the line below: 'Código de' over 'cuenta', 'Saldo' over 'final'. */
function wrappedNames({ number, cells }: Row, above: Row | undefined): { names: string[]; grouped: boolean }[] {
  if (above?.number !== number - 1 || above.cells.some((cell) => cell !== null && isFigure(cell))) return []
  const both = (index: number) => [cellText(above.cells[index]), cellText(cells[index])].filter(Boolean)
  const names = Array.from({ length: Math.max(cells.length, above.cells.length) }, (_, index) => both(index))
  if (names.filter((each) => each.length === 2).length < 2) return []
  return [{ names: names.map((each) => each.join(' ')), grouped: false }]
}

function textRowAboveFigures(rows: Row[]): Row | null {
  const width = Math.max(...rows.map((row) => row.cells.length), 0)
  for (const [at, row] of rows.slice(0, 20).entries()) {
    const texts = row.cells.filter((cell) => typeof cell === 'string' && cell.length <= 60 && !isFigure(cell)).length
    const next = rows[at + 1]
    if (texts < 2 || texts < row.cells.length * 0.8 || row.cells.length < width * 0.7 || !next) continue
    if (next.cells.filter((cell) => cell !== null && isFigure(cell)).length > 0) return row
  }
  return null
}

function isFigure(cell: Cell): boolean {
  return isNumber(cell) || (typeof cell === 'string' && /\d/.test(cell) && ('value' in parseAmount(cell) || parsePeriod(cell) !== null))
}
