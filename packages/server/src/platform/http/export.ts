import { PassThrough } from 'node:stream'
import type { Bytes } from '@cuadre/api/endpoint'
import { type SheetCell, type SheetColumn, type SheetRow, type SheetValue, type WrittenSheet, writeWorkbook } from '@cuadre/tables'
import type { Locale } from './context.ts'
import { askedFilters, clockOf } from './export.context.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook that is written while it is sent; an error while writing breaks off the answer. */
export const workbookFile = (name: string, sheets: WrittenSheet[]): Bytes => ({ name, type: XLSX, body: workbookStream(sheets) })

/** The bytes of a workbook, while it is written. */
export function workbookStream(sheets: WrittenSheet[]): AsyncIterable<Buffer> {
  const body = new PassThrough()
  writeWorkbook(sheets, body).catch((error) => body.destroy(error))
  return body
}

/** A column of an export: its heading in both languages, the format of its cells, and the value for a row. A moment (`datetime`) is told in the zone of whoever asks, which its heading names. */
export type ExportColumn<Row> = {
  es: string
  en: string
  type: SheetColumn['type']
  /** In characters. */
  width?: number
  of: (row: Row, locale: Locale) => SheetValue | SheetCell
}

/**
 * A workbook with one sheet and a row per item, in the order given: rows at hand, or pages of them that are loaded while the file is sent. The first page is
 * loaded before: what cannot be asked for is refused as the list refuses it, and no file is begun.
 */
export async function exportRows<Row>(
  locale: Locale,
  title: Record<Locale, string>,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<readonly Row[]> | Iterable<Row>,
  /** How deep a row lies in those above it. */
  outlineOf?: (row: Row) => number,
  /** A sheet after it that says of what it is; otherwise that of the call. */
  filters?: WrittenSheet,
): Promise<Bytes> {
  const clock = clockOf(locale)
  const sheetRow = (row: Row): SheetRow => {
    const values = columns.map(({ of, type }) => (type === 'datetime' ? (clock.local(of(row, locale)) as SheetValue) : of(row, locale)))
    return outlineOf ? { outline: outlineOf(row), values } : values
  }
  const pages = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : [Array.from(rows)].values()
  const first = await pages.next()
  const said = filters ?? (await askedFilters())
  async function* sheetPages() {
    try {
      for (let page = first; !page.done; page = await pages.next()) yield page.value.map(sheetRow)
    } finally {
      await pages.return?.()
    }
  }
  return workbookFile(`${unaccented(title[locale])}.xlsx`, [
    {
      name: title[locale],
      columns: columns.map(({ type, width, ...heading }) => ({
        header: type === 'datetime' ? `${heading[locale]} (${clock.name()})` : heading[locale],
        type,
        ...(width && { width }),
      })),
      rows: sheetPages(),
      ...(outlineOf && { outlined: true }),
    },
    ...(said ? [said] : []),
  ])
}

/** A page of a list or, with `format=excel`, a workbook of all rows that match its filters. */
export async function listOrExport<Query extends ListQuery, Row, Page extends { data: readonly Row[] }>(
  locale: Locale,
  query: Query,
  title: Record<Locale, string>,
  columns: readonly ExportColumn<Row>[],
  list: (query: Query) => Promise<Page>,
): Promise<Page | Bytes> {
  if (query.format !== 'excel') return list(query)
  return exportRows(
    locale,
    title,
    columns,
    allPages(async (page, limit) => (await list({ ...query, page, limit })).data),
  )
}
type ListQuery = { page: number; limit: number; format: 'json' | 'excel' }

export const yesNo = (value: boolean, locale: Locale) => (value ? (locale === 'es' ? 'Sí' : 'Yes') : 'No')

/** A file name without accents, which every file system can store. */
const unaccented = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const PAGE = 1000
/** By id: each statement is planned anew, and its rows are in memory twice. */
const PAGE_BY_IDS = 2000
/** The pages of a list with all its rows; each is loaded while the one before is written. */
export async function* allPages<Row>(fetch: (page: number, limit: number) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let page = 1
  yield* loadedAhead<Row>((before) => (before && before.length < PAGE ? undefined : fetch(page++, PAGE)))
}

/** The rows that have these ids, in their order, likewise. */
export async function* pagesByIds<Row>(
  ids: readonly number[] | Int32Array,
  fetch: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let from = 0
  yield* loadedAhead<Row>(() => {
    if (from >= ids.length) return
    from += PAGE_BY_IDS
    return fetch([...ids.slice(from - PAGE_BY_IDS, from)])
  })
}

async function* loadedAhead<Row>(load: (before?: readonly Row[]) => Promise<readonly Row[]> | undefined): AsyncGenerator<readonly Row[]> {
  for (let next = load(); next; ) {
    const found = await next
    next = load(found)
    // Whoever stops reading never hears of it.
    next?.catch(() => {})
    yield found
  }
}
