import { createHash } from 'node:crypto'
import { BALANCE_FIELDS, type BalanceLoad, type Mapping } from '@cuadre/api/balance'
import {
  cellText,
  chooseSheet,
  columnLetters,
  decimalMatters,
  type Mapping as FileMapping,
  FileRefused,
  guessTableDecimal,
  type Layout,
  type OpenedTable,
  openTable,
  type Row,
  readBalances,
} from '@cuadre/tables'
import { Invalid, InvalidMany, type Issue, Refused } from '../../platform/errors.ts'

/** A balance file looked at: what it is, where its table begins and which column is which. */
export type Inspected = {
  table: OpenedTable
  sheet: string | undefined
  layout: Layout
  head: Row[]
  wire: NonNullable<BalanceLoad['layout']>
  /** Other sheets hold a balance as well. */
  several: boolean
}
export type Need = BalanceLoad['necesita'][number]
/** What only the mapping can say; the rest shows in the rows. */
type MappingNeed = Extract<Need, 'cuenta' | 'saldo' | 'negocio'>

const MOST_COLUMNS = 300

/** Turns the reader's refusal into the one clear error. @throws 422 at `file` */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileRefused) throw Refused(`file_${error.code}`, error.details)
    throw error
  }
}

/** Opens a file and finds its table, on the sheet that `chooseSheet` finds. @throws 422 at `file` */
export const inspect = (path: string, name: string, wanted?: string): Promise<Inspected> =>
  refusing(async () => {
    const table = await openTable(path, name)
    const sheets = wanted === undefined ? table.sheets : [{ name: wanted, visible: true }]
    const found = await chooseSheet(sheets, (sheet) => table.head(60, sheet || undefined))
    if (!found) throw new FileRefused('vacio')
    const { rows: head, layout, several } = found
    if (head.every(({ cells }) => cells.length < 2)) throw new FileRefused('columna')
    const inspected = { table, sheet: found.sheet || undefined, layout, head, several, wire: wireLayout(table, head) }
    refuseUnits(inspected)
    return inspected
  })

/** Rounded to thousands nothing can be analysed, and read as units it would be wrong a thousandfold. @throws 422 naming the row */
function refuseUnits({ layout, head }: Inspected) {
  const titles = head.filter(({ number }) => number <= (layout.headerRow ?? 0))
  const said = titles.find(({ cells }) => cells.some((cell) => UNITS.test(cellText(cell))))
  if (said) throw new FileRefused('miles', { fila: said.number })
}
const UNITS =
  /(^|[^\p{L}])(en|in|em) (miles|millones|thousands|millions|milhares|milhões|mil|M?M(US)?\$|[kM]€)(?!\p{L})|\((miles|millones|miles de [^)]*|M?M(US)?\$|[kM]€)\)|R\$ mil(?!\p{L})/iu

const wireLayout = ({ kind, encoding, separator, sheets }: OpenedTable, head: Row[]) => ({
  kind,
  encoding,
  separator,
  sheets: sheets.map(({ name, visible }) => ({ name, visible })),
  sample: head.map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, MOST_COLUMNS).map((cell) => (cell === null ? null : stored(cellText(cell).slice(0, 120)))),
  })),
})

/** What the layout itself says. A column that is not needed and was recognised with doubt is left out. */
export function detected({ layout, sheet }: Inspected): Mapping {
  const columns: Mapping['columns'] = {}
  for (const { field, index, confidence } of layout.columns)
    if (isOurs(field) && (confidence >= 0.7 || NEEDED.includes(field))) columns[field] = index
  // A balance says more than its two halves.
  if (columns.saldo !== undefined) {
    delete columns.debe
    delete columns.haber
    delete columns.inicial
  } else delete columns.signo
  return { ...(sheet === undefined ? {} : { sheet }), headerRow: layout.headerRow ?? 0, columns }
}
const NEEDED: readonly string[] = ['cuenta', 'saldo', 'signo', 'debe', 'haber', 'inicial']
const isOurs = (field: string | null): field is (typeof BALANCE_FIELDS)[number] => BALANCE_FIELDS.includes(field as never)

/** The key under which a mapping of this layout is remembered. */
export const fingerprint = ({ layout }: Inspected) => createHash('sha256').update(layout.signature).digest('hex').slice(0, 24)

/** What a mapping lacks before rows can be read with it. */
export function missing({ columns, negocios, ID_NEGOCIO }: Mapping): MappingNeed[] {
  const needs: MappingNeed[] = []
  if (columns.cuenta === undefined) needs.push('cuenta')
  if (negocios?.length) return needs
  if (columns.saldo === undefined && (columns.debe === undefined || columns.haber === undefined)) needs.push('saldo')
  if (columns.negocioCodigo === undefined && columns.negocioNombre === undefined && ID_NEGOCIO === undefined) needs.push('negocio')
  return needs
}

/** The reader's form of a mapping. Columns that are not there are refused. @throws 422 at the column */
export function fileMapping(
  { sheet, headerRow, columns, cuentaPartes, negocios, decimal, emptyAmount }: Mapping,
  { head, table }: Inspected,
): FileMapping {
  const width = Math.max(0, ...head.map(({ cells }) => cells.length))
  const places: [path: string, index: number][] = [
    ...Object.entries(columns).map(([field, index]): [string, number] => [`columns.${field}`, index]),
    ...(cuentaPartes ?? []).map((index): [string, number] => ['cuentaPartes', index]),
    ...(negocios ?? []).map(({ columna }): [string, number] => ['negocios', columna]),
  ]
  const issues: Issue[] = places.flatMap(([path, index]) => (index >= width ? [{ path, code: 'mapping_column_missing' }] : []))
  const taken = places.map(([, index]) => index)
  for (const [at, [path, index]] of places.entries()) if (taken.indexOf(index) < at) issues.push({ path, code: 'mapping_column_twice' })
  if (sheet !== undefined && !table.sheets.some(({ name }) => name === sheet)) issues.push({ path: 'sheet', code: 'mapping_sheet_missing' })
  if (issues.length > 0) throw InvalidMany(issues[0]!.code, issues)
  const beside = negocios?.length ? negocios.map(({ columna }) => columna) : undefined
  const balance =
    columns.saldo === undefined && !beside
      ? columns
      : { ...columns, debe: undefined, haber: undefined, inicial: undefined, ...(beside && { saldo: undefined }) }
  return {
    ...(sheet === undefined ? {} : { sheet }),
    headerRow: headerRow === 0 ? null : headerRow,
    columns: Object.fromEntries(Object.entries(balance).filter(([, index]) => index !== undefined)),
    ...(cuentaPartes ? { codeParts: cuentaPartes } : {}),
    ...(beside ? { amounts: beside } : {}),
    ...(decimal ? { decimal } : {}),
    ...(emptyAmount ? { emptyAmount } : {}),
  }
}

/** Whether amounts can be told apart without asking, as far as the first rows say: '1.234' alone says neither a thousand nor one and a bit. */
export async function decimalIsClear({ table }: Inspected, mapping: FileMapping): Promise<boolean> {
  if (mapping.decimal || !(await refusing(() => decimalMatters(table, mapping)))) return true
  const { ambiguous, mixed } = await guessOnce(table, mapping)
  return !ambiguous && !mixed
}

/** An amount far down says that a person must choose the decimal mark after all. */
export class DecimalUnclear extends Error {}

/** The rows of the file. @throws DecimalUnclear, FileRefused */
export const read = ({ table }: Inspected, mapping: FileMapping) =>
  readBalances(table, mapping, async () => {
    const { decimal, ambiguous, mixed } = await guessOnce(table, mapping)
    if (ambiguous || mixed) throw new DecimalUnclear()
    return decimal
  })

type Guess = ReturnType<typeof guessTableDecimal>
const guesses = new WeakMap<OpenedTable, Map<string, Guess>>()

/** It may take reading to the end to know: once for each choice of columns. */
function guessOnce(table: OpenedTable, mapping: FileMapping): Guess {
  const known = guesses.get(table) ?? new Map<string, Guess>()
  guesses.set(table, known)
  const { sheet, headerRow, columns, amounts } = mapping
  const key = JSON.stringify([sheet, headerRow, columns.saldo, columns.debe, columns.haber, columns.inicial, amounts])
  const guess = known.get(key) ?? refusing(() => guessTableDecimal(table, mapping))
  known.set(key, guess)
  return guess
}

/** Reads to the end without keeping anything: a file that is damaged or empty behind its first rows is refused before it is kept. */
export const readThrough = ({ table, sheet, layout }: Inspected) =>
  refusing(async () => {
    let filled = 0
    for await (const batch of table.rows(sheet))
      for (const { number, cells } of batch) if (number > (layout.headerRow ?? 0) && cells.length > 0) filled++
    if (filled === 0) throw Invalid('file', 'load_empty')
  })

/** The heading of each mapped column, or its letter, for refused rows. */
export const headings = ({ headerRow, columns }: Mapping, inspected: Inspected): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, headingAt(inspected, headerRow, index)]))

/** The heading over a column; its letter where there is none. */
export const headingAt = ({ head, layout }: Inspected, headerRow: number, index: number): string => {
  const own =
    headerRow === layout.headerRow ? layout.columns[index]?.header : cellText(head.find(({ number }) => number === headerRow)?.cells[index])
  return stored(own ?? '').slice(0, 120) || columnLetters(index)
}

/** PostgreSQL keeps no NUL in a text. */
export const stored = (text: string) => text.replaceAll('\0', '')
