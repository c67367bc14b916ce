import type { Evidence } from '@cuadre/api/analysis'
import { keyOf, type Place } from './cell.ts'

export type Sheet = Evidence['hojas'][number]
type Rows = Sheet['filas']
type Row = Rows[number]

/** As the templates of both languages call it (`workflow/workbook`). */
const COMPOSITION = /^(composici[oó]n|composition|breakdown)/i
/** The row from which on the balance is made up. */
export const compositionAt = (rows: Rows) => {
  const at = rows.findIndex((row) => COMPOSITION.test(row.find((cell) => cell?.texto)?.texto.trim() ?? ''))
  return at < 0 ? undefined : at
}

export interface Table {
  header: number
  /** Its rows, without the total. */
  from: number
  to: number
}
const filled = (row: Row | undefined) => row?.filter((cell) => cell?.texto.trim()).length ?? 0
const isTotal = (row: Row) => /^total/i.test(row.find((cell) => cell?.texto.trim())?.texto.trim() ?? '')
/** The table that can be sorted: the composition, or a sheet that begins with its headers; nothing where there is less than two rows. */
export function tableIn(rows: Rows): Table | undefined {
  const start = compositionAt(rows)
  const header = start === undefined ? 0 : rows.findIndex((row, at) => at > start && filled(row) > 1)
  const heads = header < 0 ? undefined : rows[header]
  if (!heads || filled(heads) < 2 || heads.some((cell) => cell?.numero)) return undefined
  const from = header + 1
  const end = rows.findIndex((row, at) => at >= from && (filled(row) < 2 || isTotal(row)))
  const to = end < 0 ? rows.length : end
  return to - from > 1 ? { header, from, to } : undefined
}

export type Sort = { column: number; down: boolean } | undefined
/** Up, down, as it came. */
export const nextSort = (before: Sort, column: number): Sort =>
  before?.column !== column ? { column, down: false } : before.down ? undefined : { column, down: true }

const { compare } = new Intl.Collator('es', { numeric: true })
/** The places of the rows in the order in which they are shown; what is empty comes last. */
export function orderOf(rows: Rows, length: number, table: Table | undefined, sort: Sort): number[] {
  const order = Array.from({ length }, (_, row) => row)
  if (!table || !sort) return order
  const cell = (row: number) => rows[row]?.[sort.column]
  const sign = sort.down ? -1 : 1
  const sorted = order.slice(table.from, table.to).sort((a, b) => {
    const [one, two] = [cell(a), cell(b)]
    if (!one?.texto || !two?.texto) return Number(!one?.texto) - Number(!two?.texto)
    const difference = one.numero && two.numero ? Number(one.texto) - Number(two.texto) : compare(one.texto, two.texto)
    return sign * difference || a - b
  })
  return [...order.slice(0, table.from), ...sorted, ...order.slice(table.to)]
}

const ZOOMS = [0.75, 1, 1.25, 1.5, 2]
export const nextZoom = (zoom: number, by: 1 | -1) => ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom

export interface Change {
  /** Its place among the sheets of the newer version, and of the older one. */
  sheet: number
  before: number | undefined
  name: string
  place: Place
  was: string
  is: string
}
/** A formula as it is compared: programs write it with other spaces and capitals. */
const formulaOf = (cell: Row[number] | undefined) =>
  cell?.formula
    ?.replace(/\s/g, '')
    .replace(/^=|_xlfn\./gi, '')
    .toUpperCase()
/** The same text of another formula, or of none, is a change of the formula. */
function saidBy(was: Row[number] | undefined, is: Row[number] | undefined): { was: string; is: string } {
  const texts = { was: was?.texto ?? '', is: is?.texto ?? '' }
  if (texts.was !== texts.is || formulaOf(was) === formulaOf(is)) return texts
  const written = (cell: Row[number] | undefined, text: string) => (cell?.formula ? `=${cell.formula.replace(/^=/, '')}` : text)
  return { was: written(was, texts.was), is: written(is, texts.is) }
}
/** A version as far as it is shown. */
type Book = Pick<Evidence, 'hojas' | 'masHojas'>
const areAlone = (older: Book, newer: Book) => [older, newer].every(({ hojas, masHojas = 0 }) => hojas.length === 1 && masHojas === 0)
/** Sheets of the older version that the newer one does not have; none where that has some that are not shown. */
export const sheetsGone = (older: Book, newer: Book): string[] =>
  areAlone(older, newer) || newer.masHojas
    ? []
    : older.hojas.flatMap(({ nombre }) => (newer.hojas.some((sheet) => sheet.nombre === nombre) ? [] : [nombre]))
/** Whether all of a workbook is here to be compared. */
export const isWhole = ({ hojas, masHojas = 0 }: Book) => masHojas === 0 && hojas.every(({ recortada }) => !recortada)
/**
 * What two versions say differently, cell by cell. Sheets are compared by name; two that are alone, with each other. A sheet that the older
 * version may have beyond what is shown is not compared.
 */
export function changesBetween(older: Book, newer: Book): Change[] {
  const alone = areAlone(older, newer)
  return newer.hojas.flatMap((sheet, index) => {
    const at = alone ? 0 : older.hojas.findIndex(({ nombre }) => nombre === sheet.nombre)
    const before = older.hojas[at]
    if (!before && older.masHojas) return []
    const rows = Math.max(sheet.filas.length, before?.filas.length ?? 0)
    return Array.from({ length: rows }, (_, row) => {
      const [was, is] = [before?.filas[row] ?? [], sheet.filas[row] ?? []]
      return Array.from({ length: Math.max(was.length, is.length) }, (_, column) => ({
        sheet: index,
        before: before && at,
        name: sheet.nombre,
        place: { row, column },
        ...saidBy(was[column], is[column]),
      })).filter((change) => change.was !== change.is)
    }).flat()
  })
}
/** By sheet, as `Workbook` marks them. */
export const marked = (changes: readonly Change[], of: 'sheet' | 'before') =>
  new Map(
    [...Map.groupBy(changes, (change) => change[of])].flatMap(([sheet, here]) =>
      sheet === undefined ? [] : [[sheet, new Set(here.map(({ place }) => keyOf(place)))] as const],
    ),
  )
