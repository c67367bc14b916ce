import { createHash } from 'node:crypto'
import { BALANCE_FIELDS, type BalanceLoad, type Mapping } from '@cuadre/api/balance'
import {
  type AmountUnit,
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
  type SaidUnit,
  saidUnit,
  shownText,
} from '@cuadre/tables'
import { Invalid, InvalidMany, type Issue, Refused } from '../../platform/errors.ts'

/** The result of inspecting a balance file: its format, where its table begins and the meaning of its columns. */
export type Inspected = {
  table: OpenedTable
  sheet: string | undefined
  layout: Layout
  head: Row[]
  wire: NonNullable<BalanceLoad['layout']>
  /** What its titles, its headings or its sheet's name say that the amounts are counted in; null when nothing says so. */
  unit: AmountUnit | null
  /** Other sheets contain a balance too. */
  several: boolean
}
export type Need = BalanceLoad['necesita'][number]
/** What the mapping itself must contain; other needs show in the rows. */
type MappingNeed = Extract<Need, 'cuenta' | 'saldo' | 'negocio'>

const MAX_COLUMNS = 300

/** Turns a refusal of the file reader into one error. @throws 422 at `file` */
export async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFileError(error)
  }
}
const asFileError = (error: unknown) => (error instanceof FileRefused ? Refused(`file_${error.code}`, error.details) : error)

/** Rows by which a table is known before all of it is read. */
const HEAD_ROWS = 2000
/** Opens a file and finds its table, on the sheet that `chooseSheet` selects. @throws 422 at `file` */
export const inspect = (path: string, name: string, wanted?: string): Promise<Inspected> =>
  withFileErrors(async () => {
    const table = await openTable(path, name)
    const sheets = wanted === undefined ? table.sheets : [{ name: wanted, visible: true }]
    const found = await chooseSheet(sheets, (sheet) => table.head(HEAD_ROWS, sheet || undefined))
    if (!found) throw new FileRefused('vacio')
    const { rows: head, layout, several } = found
    if (head.every(({ cells }) => cells.length < 2)) throw new FileRefused('columna')
    const sheet = found.sheet || undefined
    // They were read already: the layout is recognised by a part of them.
    const cents = centsApart(await table.head(HEAD_ROWS, sheet), layout)
    if (cents !== undefined) throw new FileRefused('centavos_aparte', { texto: withoutNul(cents) })
    const said = saidUnit(head, layout.headerRow, sheet)
    return { table, sheet, layout, head, several, unit: said && loadable(said), wire: wireLayout(table, head, said) }
  })

/** The heading of a column that holds the cents of the amounts beside it, which would be lost; an empty one or one of zeros loses nothing, where all rows were seen. */
function centsApart(rows: Row[], { columns, headerRow }: Inspected['layout']): string | undefined {
  const apart = columns.filter(({ header }) => /^\s*(cts|ctvs|cents|centavos|c[eé]ntimos)\.?\s*$/i.test(header))
  const below = rows.filter(({ number }) => headerRow === null || number > headerRow)
  if (rows.length >= HEAD_ROWS) return apart[0]?.header
  return apart.find(({ index }) => below.some(({ cells }) => /[1-9]/.test(cellText(cells[index] ?? null))))?.header
}

/** @throws FileRefused for billions, of which no cents can be left, and for cents */
function loadable({ unit, text }: SaidUnit): 1000 | 1_000_000 {
  if (unit === null || unit === 0.01) throw new FileRefused(unit === null ? 'miles' : 'centavos', { texto: withoutNul(text) })
  return unit
}
/** As the contract has it. */
export const wireUnit = (said: SaidUnit) => ({ unidad: loadable(said), fila: said.row, texto: withoutNul(said.text) })

const wireLayout = ({ kind, encoding, separator, sheets }: OpenedTable, head: Row[], said: SaidUnit | null) => ({
  ...(said && { unidad: wireUnit(said) }),
  kind,
  encoding,
  separator,
  sheets: sheets.map(({ name, visible }) => ({ name, visible })),
  sample: head.map(({ number, cells }) => ({
    number,
    cells: cells.slice(0, MAX_COLUMNS).map((cell) => (cell === null ? null : withoutNul(shownText(cell).slice(0, 120)))),
  })),
})

/** The mapping that the layout suggests. Optional columns that were recognised with doubt are left out. */
export function suggestedMapping({ layout, sheet, unit }: Inspected): Mapping {
  const columns: Mapping['columns'] = {}
  for (const { field, index, confidence } of layout.columns)
    if (isOurs(field) && (confidence >= 0.7 || REQUIRED.includes(field))) columns[field] = index
  // A balance column makes debit and credit unnecessary.
  if (columns.saldo !== undefined) {
    delete columns.debe
    delete columns.haber
    delete columns.inicial
  } else delete columns.signo
  return { ...(sheet === undefined ? {} : { sheet }), headerRow: layout.headerRow ?? 0, columns, ...(unit !== null && { unidad: unit }) }
}
const REQUIRED: readonly string[] = ['cuenta', 'saldo', 'signo', 'debe', 'haber', 'inicial']
const isOurs = (field: string | null): field is (typeof BALANCE_FIELDS)[number] => BALANCE_FIELDS.includes(field as never)

/** The key under which a mapping of this layout is remembered: the same headings counted in thousands are another layout. */
export const fingerprint = ({ layout, unit }: Inspected) =>
  createHash('sha256')
    .update(unit === null ? layout.signature : `${layout.signature} × ${unit}`)
    .digest('hex')
    .slice(0, 24)

/** What a mapping lacks before rows can be read with it. */
export function missing({ columns, negocios, ID_NEGOCIO }: Mapping): MappingNeed[] {
  const needs: MappingNeed[] = []
  if (columns.cuenta === undefined) needs.push('cuenta')
  if (negocios?.length) return needs
  if (columns.saldo === undefined && (columns.debe === undefined || columns.haber === undefined)) needs.push('saldo')
  if (columns.negocioCodigo === undefined && columns.negocioNombre === undefined && ID_NEGOCIO === undefined) needs.push('negocio')
  return needs
}

/** The mapping in the form of the file reader. @throws 422 at a column that does not exist */
export function fileMapping(
  { sheet, headerRow, columns, cuentaPartes, negocios, decimal, unidad, emptyAmount, negocioVacio }: Mapping,
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
    ...(unidad ? { unit: unidad } : {}),
    ...(emptyAmount ? { emptyAmount } : {}),
    ...(negocioVacio === 'anterior' ? { emptyBusiness: 'above' as const } : {}),
  }
}

/** Whether the first rows leave no doubt about the decimal separator: '1.234' alone may be a thousand or one and a bit. */
export async function decimalIsClear({ table }: Inspected, mapping: FileMapping): Promise<boolean> {
  if (mapping.decimal || !(await withFileErrors(() => decimalMatters(table, mapping)))) return true
  const { ambiguous, mixed } = await guessOnce(table, mapping)
  return !ambiguous && !mixed
}

/** Thrown if an amount further down shows that a person must choose the decimal separator. */
export class DecimalUnclear extends Error {}

/** A note among or under the accounts says that they are counted in thousands or millions, and nobody has said so yet. */
export class UnitUnclear extends Error {
  said: SaidUnit
  constructor(said: SaidUnit) {
    super(said.text)
    this.said = said
  }
}

/** The rows of the file. @throws DecimalUnclear, UnitUnclear; 422 at `file` where what it is refused for comes only further down */
export async function* read({ table }: Inspected, mapping: FileMapping) {
  const batches = readBalances(table, mapping, async () => {
    const { decimal, ambiguous, mixed } = await guessOnce(table, mapping)
    if (ambiguous || mixed) throw new DecimalUnclear()
    return decimal
  })
  try {
    for await (const batch of batches) {
      if (batch.unit && mapping.unit === undefined) {
        loadable(batch.unit)
        throw new UnitUnclear(batch.unit)
      }
      yield batch
    }
  } catch (error) {
    throw asFileError(error)
  }
}

type Guess = ReturnType<typeof guessTableDecimal>
const guesses = new WeakMap<OpenedTable, Map<string, Guess>>()

/** Finding the decimal separator may take reading to the end, so it is done once per choice of columns. */
function guessOnce(table: OpenedTable, mapping: FileMapping): Guess {
  const known = guesses.get(table) ?? new Map<string, Guess>()
  guesses.set(table, known)
  const { sheet, headerRow, columns, amounts } = mapping
  const key = JSON.stringify([sheet, headerRow, columns.saldo, columns.debe, columns.haber, columns.inicial, amounts])
  const guess = known.get(key) ?? withFileErrors(() => guessTableDecimal(table, mapping))
  known.set(key, guess)
  return guess
}

/**
 * Reads to the end without storing anything, so that a file that is damaged or empty after its first rows is refused before it is stored.
 */
export const readToEnd = ({ table, sheet, layout }: Inspected) =>
  withFileErrors(async () => {
    let filled = 0
    for await (const batch of table.rows(sheet))
      for (const { number, cells } of batch) if (number > (layout.headerRow ?? 0) && cells.length > 0) filled++
    if (filled === 0) throw Invalid('file', 'load_empty')
  })

/** The heading of each mapped column, or its letter, for refused rows. */
export const headings = ({ headerRow, columns }: Mapping, inspected: Inspected): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, headingAt(inspected, headerRow, index)]))

/** The heading of a column, or its letter. */
export const headingAt = ({ head, layout }: Inspected, headerRow: number, index: number): string => {
  const own =
    headerRow === layout.headerRow ? layout.columns[index]?.header : cellText(head.find(({ number }) => number === headerRow)?.cells[index])
  return withoutNul(own ?? '').slice(0, 120) || columnLetters(index)
}

/** The texts that stand in each column of the first rows, each once. */
export function distinctCells({ head }: Inspected, headerRow: number): { index: number; cells: string[] }[] {
  const rows = head.filter(({ number }) => number > headerRow)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, index) => ({
    index,
    cells: [...new Set(rows.flatMap(({ cells }) => withoutNul(cellText(cells[index])).trim() || []))],
  }))
}

/** PostgreSQL cannot store NUL in text. */
export const withoutNul = (text: string) => text.replaceAll('\0', '')
