import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Upload } from '@cuadre/api/endpoint'
import {
  addressesOf,
  type Cell,
  cellText,
  FileRefused,
  isError,
  isNumber,
  type NamedCell,
  namedText,
  openTable,
  parseAmount,
  readNamedCells,
} from '@cuadre/tables'
import { Refused } from '../../platform/errors.ts'
import { fromCents, roundToCents } from '../../platform/money.ts'
import { namesOf } from '../template/filling.ts'
import { SIGNATURE } from './signature.ts'

/** Our names in the pre-filled workbook: what is read again at the upload. */
export const NAMES = ['COD_ANALISIS', 'CUENTA', 'PERIODO', 'VALOR_BALANCE', 'VALOR_ANALISIS', 'VARIACION', 'COMENTARIO', 'TOTAL'] as const
/** The amounts of its composition, which TOTAL adds up. */
export const ITEMS = 'PARTIDAS'
/** The same of a group's: its own, and those of each member. */
export const namesOfGroup = (members: readonly { id: number }[]) => [
  'AGRUPADO_ID',
  'PERIODO',
  ...members.flatMap(({ id }) => Object.values(namesOf(id))),
]
export type FileKind = 'xlsx' | 'xls' | 'csv' | 'pdf' | 'png' | 'jpeg'
/** The cell VALOR_ANALISIS as it was at the upload; `value` null where it holds no readable amount; `signed`: the workbook is as it was given out. */
export type Book = { sheet: string; address: string; formula: string | null; value: string | null; signed?: boolean }
export type Cells = Readonly<Record<string, NamedCell | null>>
/** What was found in an upload; `cells` only of a workbook that has our names, with the filled cells of its composition and its signature. */
export type Reading = { kind: FileKind; cells: Cells | null; items: readonly NamedCell[]; signature: string | null }

/** Extensions of what is not a table, its first bytes, and what must be near its end. */
const PAPERS: Record<'pdf' | 'png' | 'jpeg', { names: string[]; head: RegExp; tail: RegExp }> = {
  pdf: { names: ['.pdf'], head: /^%PDF-/, tail: /%%EOF/ },
  png: { names: ['.png'], head: /^\x89PNG\r\n/, tail: /IEND/ },
  jpeg: { names: ['.jpg', '.jpeg'], head: /^\xff\xd8\xff/, tail: /\xff\xd9/ },
}
const TABLES = ['.xlsx', '.xls', '.xlsm', '.xlsb', '.xltm', '.xlam', '.csv', '.txt', '.tsv', '']

/**
 * What an upload is, by its content, and what its named cells say: it is our workbook when it has one of those called `marks`.
 * @throws 422 with one sentence for what cannot be used
 */
export async function readUpload({ path, name, size }: Upload, names: readonly string[], marks: readonly string[]): Promise<Reading> {
  if (size === 0) throw Refused('file_vacio')
  const extension = extname(name).toLowerCase()
  const { head, tail } = await ends(path, size)
  for (const [kind, paper] of Object.entries(PAPERS) as [keyof typeof PAPERS, (typeof PAPERS)['pdf']][]) {
    if (!paper.head.test(head)) continue
    if (!paper.names.includes(extension)) throw Refused('file_extension')
    if (!paper.tail.test(tail)) throw Refused('file_truncado')
    return { kind, ...NOTHING }
  }
  if (!TABLES.includes(extension))
    throw Object.values(PAPERS).some(({ names }) => names.includes(extension)) ? Refused('file_extension') : notOurs()
  return readTable(path, name, names, marks).catch((error) => {
    throw error instanceof FileRefused ? asNamed(error) : error
  })
}

const NOTHING = { cells: null, items: [], signature: null }
/** Names that are read at once. */
const AT_ONCE = 200
async function readTable(path: string, name: string, names: readonly string[], marks: readonly string[]): Promise<Reading> {
  const table = await openTable(path, name)
  // The rows are read once, so that a damaged file is refused now and not when somebody opens it.
  await table.head(200)
  if (table.kind === 'csv') return { kind: 'csv', ...NOTHING }
  const wanted = [...names, ...addressesOf(table.names, ITEMS, AT_ONCE / 2)]
  let cells: Cells = {}
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    cells = { ...cells, ...(await readNamedCells(path, wanted.slice(at, at + AT_ONCE), name)) }
    if (at === 0 && !marks.some((mark) => cells[mark])) return { kind: table.kind, ...NOTHING }
  }
  const items = wanted.slice(names.length).flatMap((address) => cells[address] ?? [])
  return {
    kind: table.kind,
    cells,
    items: items.filter(({ value }) => cellText(value) !== ''),
    signature: namedText(table.names, SIGNATURE),
  }
}

/** Where a value stands in our workbook; null when it is not there. */
export function bookOf(cell: NamedCell | null | undefined, signed: boolean): Book | null {
  if (!cell) return null
  const amount = amountOf(cell.value)
  return { sheet: cell.sheet, address: cell.address, formula: cell.formula, value: amount === null ? null : fromCents(amount), signed }
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

export function amountOf(cell: Cell): bigint | null {
  if (cell === null || isError(cell)) return null
  if (isNumber(cell)) return roundToCents(cell.n)
  const parsed = parseAmount(cell)
  return 'value' in parsed ? roundToCents(parsed.value) : null
}

/** The text of a cell; null when there is none. */
export const textOf = (cell: NamedCell | null | undefined): string | null => cellText(cell?.value ?? null).trim() || null
