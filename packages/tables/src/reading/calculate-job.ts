import { type Cell, columnLetters, isError, isNumber, NO_CACHED_VALUE } from '../format/cell.ts'
import { locateCell } from '../format/cell-location.ts'
import type { DefinedName, SheetInfo } from '../format/xlsx-book.ts'
import { Model } from './engine.ts'
import { formulaParts, type Reach } from './formula.ts'

/** Bounds of what is computed for one workbook; beyond them it is left unchecked. Measured: 20,000 cells take five seconds. */
const MAX_CELLS = 20_000
const MAX_FORMULAS = 3_000
/** Decimals of a computed number, in text. */
const DECIMALS = 6

/** A cell of a workbook whole: what is stored in it, and its formula. */
export type BookCell = { value: Cell; formula: string | null }
export type BookSheet = { name: string; cells: ReadonlyMap<number, BookCell> }
export type Calculation = {
  /** By cell, 'Hoja!B12': what its formula gives; absent where it has none or it was not computed. */
  values: Record<string, Cell>
  /** Cells on which these depend, with a stored number that their formula does not give. */
  differing: { sheet: string; address: string; stored: string; computed: string }[]
  /** Formulas that were not computed, and what for: a function, a name, 'tamaño', 'tiempo'. */
  unchecked: { sheet: string; address: string; why: string }[]
}

const COLUMNS = 16_384
/** Of a row, counted from 1, and a column, from 0. */
export const keyOf = (row: number, column: number) => row * COLUMNS + column
const place = (key: number) => ({ row: Math.floor(key / COLUMNS), column: key % COLUMNS })
const addressOf = (key: number) => `${columnLetters(place(key).column)}${place(key).row}`

type Node = { sheet: number; key: number }
/** With the cells that its formula reads. */
type Read = Node & BookCell & { reads: readonly Node[] }
type Books = { sheets: readonly BookSheet[]; names: readonly DefinedName[] }

/**
 * What the formulas of these cells give, and every formula on which they depend: only those cells are given to the engine. Functions that
 * are not in the list of `formulaParts`, that look elsewhere or that change with the clock leave their cell unchecked.
 */
export function calculate(book: Books, wanted: readonly string[]): Calculation {
  const unchecked: Calculation['unchecked'] = []
  const nodes = new Map<string, Read>()
  const waiting: Node[] = []
  const bad = new Set<string>()
  const idOf = ({ sheet, key }: Node) => `${sheet}:${key}`
  const visit = (node: Node) => {
    const cell = book.sheets[node.sheet]?.cells.get(node.key)
    if (!cell || nodes.has(idOf(node))) return
    nodes.set(idOf(node), { ...node, ...cell, reads: [] })
    if (cell.formula !== null) waiting.push(node)
  }
  const refuse = (node: Node, why: string) => {
    bad.add(idOf(node))
    unchecked.push({ sheet: book.sheets[node.sheet]!.name, address: addressOf(node.key), why })
  }
  const info: SheetInfo[] = book.sheets.map(({ name }) => ({ name, visible: true }))
  const asked = wanted.flatMap((address) => {
    const found = locateCell(address, { names: [...book.names], sheets: info })
    return found ? [{ sheet: info.findIndex(({ name }) => name === found.sheet), key: keyOf(found.row, found.column) }] : []
  })
  for (const node of asked) visit(node)
  const names = new Map<string, string>()
  let formulas = 0
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (++formulas > MAX_FORMULAS || nodes.size > MAX_CELLS) {
      refuse(node, 'tamaño')
      continue
    }
    const found = nodes.get(idOf(node))!
    const parts = formulaParts(found.formula!, book.names)
    if ('unknown' in parts) {
      refuse(node, parts.unknown)
      continue
    }
    for (const [name, refersTo] of parts.names) names.set(name, refersTo)
    found.reads = parts.reaches.flatMap((reach) => within(book, node.sheet, reach))
    for (const next of found.reads) visit(next)
  }
  if (nodes.size > MAX_CELLS) return { values: {}, differing: [], unchecked: asked.flatMap((node) => asUnchecked(book, node, 'tamaño')) }

  const model = new Model('libro', 'en', 'UTC', 'en')
  model.pauseEvaluation()
  for (const [i, { name }] of book.sheets.entries()) {
    if (i > 0) model.newSheet()
    model.renameSheet(i, name)
  }
  for (const [name, refersTo] of names) model.newDefinedName(name, null, refersTo.replace(/^=/, ''))
  for (const node of nodes.values()) {
    const { row, column } = place(node.key)
    model.setUserInput(node.sheet, row, column + 1, inputOf(node, bad.has(idOf(node))))
  }
  model.resumeEvaluation()
  model.evaluate()

  const tainted = taintedBy(nodes, bad, idOf)
  // Dates and truths are read as text, so that a text could be taken for one: what follows from them accuses nobody.
  const doubtful = [...nodes.values()].some(({ value, formula }) => formula === null && typeof value === 'string' && DOUBTFUL.test(value))
  const result: Calculation = { values: {}, differing: [], unchecked }
  const computedOf = (node: Node): Cell => {
    const { row, column } = place(node.key)
    model.updateRangeStyle({ sheet: node.sheet, row, column: column + 1, width: 1, height: 1 }, 'num_fmt', `0.${'0'.repeat(DECIMALS)}`)
    const text = model.getFormattedCellValue(node.sheet, row, column + 1)
    const type = model.getCellType(node.sheet, row, column + 1)
    return type === NUMBER ? { n: plain(text) } : type === ERROR ? { error: text } : text
  }
  const wrong = new Map<string, Calculation['differing'][number]>()
  for (const node of nodes.values()) {
    if (node.formula === null || tainted.has(idOf(node))) continue
    const computed = computedOf(node)
    // The engine's own words for what it cannot do.
    if (isError(computed) && NOT_COMPUTED.test(computed.error) && !isError(node.value)) {
      unchecked.push(...asUnchecked(book, node, computed.error))
      tainted.add(idOf(node))
    } else if (isNumber(computed) && isNumber(node.value) && differ(computed.n, node.value.n)) {
      if (doubtful) unchecked.push(...asUnchecked(book, node, 'fecha'))
      else wrong.set(idOf(node), { ...at(book, node), stored: node.value.n, computed: computed.n })
    }
  }
  // What follows from a wrong one is not told once more.
  for (const [id, one] of wrong) if (!nodes.get(id)!.reads.some((node) => wrong.has(idOf(node)))) result.differing.push(one)
  for (const node of asked) {
    const cell = nodes.get(idOf(node))
    if (!cell || cell.formula === null) continue
    if (!tainted.has(idOf(node))) result.values[`${at(book, node).sheet}!${addressOf(node.key)}`] = computedOf(node)
  }
  return result
}

const DOUBTFUL = /^(\d{4}-\d\d-\d\d.*|TRUE|FALSE)$/
const NUMBER = 1
const ERROR = 16
const NOT_COMPUTED = /^#(NAME\?|ERROR!|N\/IMPL!|SPILL!|CIRC!|CALC!)/
const at = (book: Books, { sheet, key }: Node) => ({ sheet: book.sheets[sheet]!.name, address: addressOf(key) })
const asUnchecked = (book: Books, node: Node, why: string) => [{ ...at(book, node), why }]

/** As one would type it; text stays text whatever it looks like, and a date counts its days as in a spreadsheet. */
function inputOf({ value, formula }: BookCell, unknown: boolean): string {
  if (formula !== null && !unknown) return `=${formula}`
  if (value === null) return ''
  if (isNumber(value)) return value.n
  if (isError(value)) return value.error === NO_CACHED_VALUE ? '' : value.error
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  if (year) return String((Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(1899, 11, 30)) / 86_400_000)
  return value === 'TRUE' || value === 'FALSE' ? value : `'${value}`
}

/** Formulas that depend on one that was not computed. */
function taintedBy(nodes: ReadonlyMap<string, Read>, bad: ReadonlySet<string>, idOf: (node: Node) => string) {
  const tainted = new Set(bad)
  for (let before = -1; before < tainted.size && tainted.size > 0; ) {
    before = tainted.size
    for (const node of nodes.values()) if (node.reads.some((one) => tainted.has(idOf(one)))) tainted.add(idOf(node))
  }
  return tainted
}

/** The cells of a range that hold something. */
function within({ sheets }: Books, from: number, { sheet, top, left, bottom, right }: Reach): Node[] {
  const index = sheet === null ? from : sheets.findIndex(({ name }) => name.toLowerCase() === sheet.toLowerCase())
  const cells = sheets[index]?.cells
  if (!cells) return []
  if ((bottom - top + 1) * (right - left + 1) > cells.size)
    return [...cells.keys()]
      .filter((key) => {
        const { row, column } = place(key)
        return row >= top && row <= bottom && column >= left && column <= right
      })
      .map((key) => ({ sheet: index, key }))
  const found: Node[] = []
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      if (cells.has(keyOf(row, column))) found.push({ sheet: index, key: keyOf(row, column) })
  return found
}

const plain = (text: string) => text.replace(/\.?0+$/, '') || '0'
/** More than half a cent, and more than the last of fifteen digits, apart. */
const differ = (computed: string, stored: string) => {
  const [a, b] = [Number(computed), Number(stored)]
  return Math.abs(a - b) > Math.max(0.005, Math.abs(b) * 1e-14)
}
