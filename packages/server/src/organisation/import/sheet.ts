import type { Upload } from '@cuadre/api/endpoint'
import { type Cell, cellText, FileRefused, normaliseHeader, type OpenedTable, openTable, type Row } from '@cuadre/tables'
import { isError } from '@cuadre/tables/format/cell'
import { Invalid, Refused } from '../../platform/errors.ts'

/** Titles may precede the table. */
const HEAD_ROWS = 20
const MAX_COLUMNS = 40

/** `error`: the first error that one of its cells shows ('#N/A'), whose text is no name; empty without. */
export type Line<Column extends string> = { row: number; error: string } & Record<Column, string>
export type Sheet<Column extends string> = {
  /** The first rows as text. */
  head: { number: number; cells: string[] }[]
  /** Number of the row with the headings; 0 without. */
  header: number
  /** Where each column is, from 0; -1 where the file has none. */
  at: Record<Column, number>
  lines: Line<Column>[]
}
export type Columns<Column extends string> = {
  /** Headings as they are recognised, normalised. */
  names: Record<Column, readonly string[]>
  isComplete: (has: (column: Column) => boolean) => boolean
  /** Columns that the user has chosen, and the first row below the headings. */
  chosen?: { at: Partial<Record<Column, number>>; first: number } | undefined
  maxLines: number
}

/** Headings as `Columns` has them, from 'nombre, nombre completo'. */
export const headings = (names: string) => names.split(',').map((name) => name.trim())

/** A name as it is compared: without accents, case or doubled spaces. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * The lines of the visible sheet whose columns are recognised, or are where the user says; without lines where they are not.
 * Reading ends with the first line over `maxLines`. @throws 422 at `file`, also where a second sheet has such columns
 */
export async function readSheet<Column extends string>(file: Upload | undefined, columns: Columns<Column>): Promise<Sheet<Column>> {
  if (!file?.path) throw Invalid('file', 'file_required')
  try {
    const table = await openTable(file.path, file.name)
    const sheets = table.sheets.filter(({ visible }) => visible).map(({ name }) => name || undefined)
    let first: Row[] | undefined
    const placeIn = (head: readonly Row[]) => head.map((row) => recognise(row, columns)).find(Boolean)
    for (const sheet of sheets) {
      const head = await table.head(HEAD_ROWS, sheet)
      first ??= head
      const found = columns.chosen ? given(columns.chosen, columns.names) : placeIn(head)
      if (found && !columns.chosen) await onlyOne(table, sheet, async (other) => placeIn(await table.head(HEAD_ROWS, other)) !== undefined)
      if (found) return { head: textsOf(head), ...found, lines: await linesOf(table, sheet, found, columns.maxLines) }
    }
    return { head: textsOf(first ?? []), ...given({ at: {}, first: 1 }, columns.names), lines: [] }
  } catch (error) {
    if (error instanceof FileRefused) throw Refused(`file_${error.code}`, error.details)
    throw error
  }
}

/** A second sheet would be left out without a word. @throws 422 where another visible sheet `isAlike` */
export async function onlyOne(table: OpenedTable, sheet: string | undefined, isAlike: (sheet: string) => Promise<boolean>) {
  for (const { name, visible } of table.sheets)
    if (visible && name && name !== sheet && (await isAlike(name)))
      throw Invalid('file', 'file_two_sheets', { first: sheet ?? '', other: name })
}

const text = (cell: Cell | undefined) => cellText(cell).trim()
const textsOf = (rows: readonly Row[]) =>
  rows.map(({ number, cells }) => ({ number, cells: Array.from(cells.slice(0, MAX_COLUMNS), text) }))
/** The keys of an object whose type is known. */
const keysOf = <Column extends string>(names: Record<Column, unknown>) => Object.keys(names) as Column[]
const eachOf = <Column extends string, Value>(columns: readonly Column[], of: (column: Column) => Value) =>
  Object.fromEntries(columns.map((column) => [column, of(column)])) as Record<Column, Value>

type Place<Column extends string> = Pick<Sheet<Column>, 'header' | 'at'>

function recognise<Column extends string>({ number, cells }: Row, { names, isComplete }: Columns<Column>): Place<Column> | undefined {
  const headers = Array.from(cells, (cell) => normaliseHeader(cellText(cell)))
  const at = eachOf(keysOf(names), (column) => headers.findIndex((header) => names[column].includes(header)))
  return isComplete((column) => at[column] >= 0) ? { header: number, at } : undefined
}
const given = <Column extends string>(
  { at, first }: NonNullable<Columns<Column>['chosen']>,
  names: Columns<Column>['names'],
): Place<Column> => ({ header: first - 1, at: eachOf(keysOf(names), (column) => at[column] ?? -1) })

async function linesOf<Column extends string>(table: OpenedTable, sheet: string | undefined, { header, at }: Place<Column>, max: number) {
  const lines: Line<Column>[] = []
  const columns = keysOf(at).filter((column) => at[column] >= 0)
  for await (const batch of table.rows(sheet))
    for (const { number, cells } of batch) {
      if (number <= header || columns.every((column) => text(cells[at[column]]) === '')) continue
      const wrong = columns.map((column) => cells[at[column]]).find(isError)
      lines.push({
        row: number,
        error: cellText(wrong),
        ...eachOf(keysOf(at), (column) => (at[column] < 0 ? '' : text(cells[at[column]]))),
      })
      if (lines.length > max) return lines
    }
  return lines
}
