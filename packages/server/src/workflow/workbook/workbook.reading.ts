import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Upload } from '@cuadre/api/endpoint'
import {
  type Calculation,
  type Cell,
  calculateCells,
  cellText,
  FileRefused,
  isError,
  isLockedPdf,
  isNumber,
  type NamedCell,
  NO_CACHED_VALUE,
  namedText,
  openTable,
  parseAmount,
  preflight,
  readColumnOf,
  readNamedCells,
} from '@cuadre/tables'
import { Refused } from '../../platform/errors.ts'
import { fromCents, roundToCents } from '../../platform/money.ts'
import { namesOf } from '../template/filling.ts'
import { SIGNATURE } from './signature.ts'

/** Names of cells in the pre-filled workbook, read again at the upload. */
export const NAMES = ['COD_ANALISIS', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS', 'VARIACION', 'COMENTARIO', 'TOTAL'] as const
/** The amounts of the composition, summed by TOTAL. */
export const ITEMS = 'PARTIDAS'
/** The same for a group's workbook: its own names, and those of each member. */
export const namesOfGroup = (members: readonly { id: number }[]) => [
  'AGRUPADO_ID',
  'PERIODO',
  ...members.flatMap(({ id }) => Object.values(namesOf(id))),
]
export type FileKind = 'xlsx' | 'xls' | 'csv' | 'pdf' | 'png' | 'jpeg'
/**
 * The cell VALOR_ANALISIS at the time of the upload; `value` is null if it holds no readable amount; `signed`: the workbook is as it was
 * downloaded; `unchecked`: nothing confirms its figures.
 */
export type Book = { sheet: string; address: string; formula: string | null; value: string | null; signed?: boolean; unchecked?: true }
export type Cells = Readonly<Record<string, NamedCell | null>>
/**
 * The result of reading an upload; `cells` only for a workbook with our names, with the filled cells of its composition (`outside`: amounts
 * typed below its total), its signature, and what came of computing its formulas anew.
 */
export type Reading = {
  kind: FileKind
  cells: Cells | null
  items: readonly NamedCell[]
  outside: readonly NamedCell[]
  signature: string | null
  calculation: Pick<Calculation, 'differing' | 'unchecked'>
}

/** Extensions of PDF and images, their first bytes, and what must be near the end. */
const DOCUMENTS: Record<'pdf' | 'png' | 'jpeg', { names: string[]; head: RegExp; tail: RegExp }> = {
  pdf: { names: ['.pdf'], head: /^%PDF-/, tail: /%%EOF/ },
  png: { names: ['.png'], head: /^\x89PNG\r\n/, tail: /IEND/ },
  jpeg: { names: ['.jpg', '.jpeg'], head: /^\xff\xd8\xff/, tail: /\xff\xd9/ },
}
const TABLES = ['.xlsx', '.xls', '.xlsm', '.xlsb', '.xltm', '.xlam', '.csv', '.txt', '.tsv', '']

/**
 * Detects the type of an upload by its content and reads its named cells: it is our workbook if it has one of the names in `marks`.
 * @throws 422 for a file that cannot be used
 */
export async function readUpload({ path, name, size }: Upload, names: readonly string[], marks: readonly string[]): Promise<Reading> {
  if (size === 0) throw Refused('file_vacio')
  const extension = extname(name).toLowerCase()
  const { head, tail } = await ends(path, size)
  for (const [kind, paper] of Object.entries(DOCUMENTS) as [keyof typeof DOCUMENTS, (typeof DOCUMENTS)['pdf']][]) {
    if (!paper.head.test(head)) continue
    if (!paper.names.includes(extension)) throw Refused('file_extension')
    if (!paper.tail.test(tail)) throw Refused('file_truncado')
    if (kind === 'pdf' && (await isEncrypted(path)) && (await isLockedPdf(path))) throw Refused('file_cifrado')
    return { kind, ...NOTHING }
  }
  if (!TABLES.includes(extension))
    throw Object.values(DOCUMENTS).some(({ names }) => names.includes(extension)) ? Refused('file_extension') : notOurs()
  return readTable(path, name, names, marks).catch((error) => {
    throw error instanceof FileRefused ? asNamed(error) : error
  })
}

const NOTHING = { cells: null, items: [], outside: [], signature: null, calculation: { differing: [], unchecked: [] } }
/** Names read per pass. */
const NAMES_PER_PASS = 200
async function readTable(path: string, name: string, names: readonly string[], marks: readonly string[]): Promise<Reading> {
  const { kind } = await preflight(path, name)
  const table = await openTable(path, name)
  // The rows are read once, so that a damaged file is refused now and not when somebody opens it.
  await table.head(200)
  if (kind === 'csv') return { kind, ...NOTHING }
  let stored: Cells = {}
  for (let at = 0; at < names.length; at += NAMES_PER_PASS) {
    stored = { ...stored, ...(await readNamedCells(path, names.slice(at, at + NAMES_PER_PASS), name)) }
    if (at === 0 && !marks.some((mark) => stored[mark])) return { kind, ...NOTHING }
  }
  const composition = await readColumnOf(path, table.names, ITEMS, name)
  const { items, outside } = composed(composition, stored.TOTAL)
  const { values, ...calculation } = await calculateCells(path, name, withFormula([...Object.values(stored), ...items]))
  /** What a formula gives, where the file keeps no value of it. */
  const computed = (cell: NamedCell): NamedCell =>
    isError(cell.value) && cell.value.error === NO_CACHED_VALUE
      ? { ...cell, value: values[`${cell.sheet}!${cell.address}`] ?? cell.value }
      : cell
  return {
    kind,
    cells: Object.fromEntries(Object.entries(stored).map(([key, cell]) => [key, cell && computed(cell)])),
    items: items.map(computed),
    outside,
    signature: namedText(table.names, SIGNATURE),
    calculation,
  }
}

const rowOf = ({ address }: NamedCell) => Number(address.replace(/\D+/, ''))
/** The composition reaches down to its total, also where rows were put in below its range; what stands below the total is no part of it. */
function composed(found: { cells: NamedCell[]; lastRow: number } | null, total: NamedCell | null | undefined) {
  if (!found) return { items: [], outside: [] }
  const filled = found.cells.filter(({ value }) => cellText(value) !== '')
  const isBelow = total && filled.some((cell) => cell.sheet === total.sheet && cell.address === total.address)
  if (!isBelow) return { items: filled.filter((cell) => rowOf(cell) <= found.lastRow), outside: [] }
  const below = filled.filter((cell) => rowOf(cell) > rowOf(total) && cell.formula === null && amountOf(cell.value) !== null)
  // Directly below, or after a row that was left free: further down a template may have something else.
  const outside: NamedCell[] = []
  for (const cell of below) if (rowOf(cell) <= rowOf(outside.at(-1) ?? total) + 2) outside.push(cell)
  return { items: filled.filter((cell) => rowOf(cell) < rowOf(total)), outside }
}
const withFormula = (cells: readonly (NamedCell | null)[]) => cells.filter((cell) => cell !== null && cell.formula !== null) as NamedCell[]

/** Where a value is in our workbook; null if it is not there. */
export function bookOf(cell: NamedCell | null | undefined, signed: boolean, unchecked = false): Book | null {
  if (!cell) return null
  const amount = amountOf(cell.value)
  return {
    ...(unchecked && { unchecked }),
    sheet: cell.sheet,
    address: cell.address,
    formula: cell.formula,
    value: amount === null ? null : fromCents(amount),
    signed,
  }
}

const notOurs = () => Refused('analysis_file_kind')
const asNamed = ({ code, details }: FileRefused) => (code === 'tipo' ? notOurs() : Refused(`file_${code}`, details))

async function ends(path: string, size: number) {
  const file = await open(path)
  try {
    const part = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead).toString('latin1')
    }
    return { head: await part(0, 16), tail: await part(Math.max(0, size - 2048), 2048) }
  } finally {
    await file.close()
  }
}

const ENCRYPT = '/Encrypt'
/** A PDF that names its encryption, which most do not: only those are parsed. */
async function isEncrypted(path: string): Promise<boolean> {
  let before = ''
  for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
    const text: string = before + piece
    if (text.includes(ENCRYPT)) return true
    before = text.slice(-ENCRYPT.length)
  }
  return false
}

export function amountOf(cell: Cell): bigint | null {
  if (cell === null || isError(cell)) return null
  if (isNumber(cell)) return roundToCents(cell.n)
  const parsed = parseAmount(cell)
  return 'value' in parsed ? roundToCents(parsed.value) : null
}

/** The text of a cell; null if it is empty. */
export const textOf = (cell: NamedCell | null | undefined): string | null => cellText(cell?.value ?? null).trim() || null
