import { PassThrough } from 'node:stream'
import type { Bytes } from '@cuadre/api/endpoint'
import { type SheetColumn, type SheetRowValues, type SheetValue, type WrittenSheet, writeWorkbook } from '@cuadre/tables'
import type { Locale } from './context.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook written while it is sent; what breaks it breaks the answer. */
export const streamed = (name: string, sheets: WrittenSheet[]): Bytes => ({ name, type: XLSX, body: written(sheets) })

/** Its bytes. */
export function written(sheets: WrittenSheet[]): AsyncIterable<Buffer> {
  const body = new PassThrough()
  writeWorkbook(sheets, body).catch((error) => body.destroy(error))
  return body
}

/** A column of an export: its heading in both languages, how Excel shows it, and what a row has in it. */
export type ExportColumn<Row> = {
  es: string
  en: string
  type: SheetColumn['type']
  /** In characters. */
  width?: number
  of: (row: Row, locale: Locale) => SheetValue
}

/** The `format=excel` of a list: one sheet, a row per item, in the order given; `rows` may come in pages while the file is being sent. */
export function exported<Row>(
  locale: Locale,
  title: Record<Locale, string>,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Bytes {
  async function* written(): AsyncGenerator<SheetRowValues> {
    for await (const row of rows) yield columns.map(({ of }) => of(row, locale))
  }
  return streamed(`${plain(title[locale])}.xlsx`, [
    {
      name: title[locale],
      columns: columns.map(({ type, width, ...heading }) => ({ header: heading[locale], type, ...(width && { width }) })),
      rows: written(),
    },
  ])
}

/** A page of a list, or, with `format=excel`, the workbook of all that its filters let through. */
export const listed = async <Query extends Asked, Row, Page extends { data: readonly Row[] }>(
  locale: Locale,
  query: Query,
  title: Record<Locale, string>,
  columns: readonly ExportColumn<Row>[],
  list: (query: Query) => Promise<Page>,
): Promise<Page | Bytes> =>
  query.format === 'excel'
    ? exported(
        locale,
        title,
        columns,
        pages(async (page, limit) => (await list({ ...query, page, limit })).data),
      )
    : list(query)
type Asked = { page: number; limit: number; format: 'json' | 'excel' }

export const yesNo = (value: boolean, locale: Locale) => (value ? (locale === 'es' ? 'Sí' : 'Yes') : 'No')

/** A file name without accents, which every system can save. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** All rows of a paged list, a page of `size` at a time. `fetch` gets the offset. */
export async function* pages<Row>(fetch: (page: number, limit: number) => Promise<readonly Row[]>, size = 1000): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const found = await fetch(page, size)
    yield* found
    if (found.length < size) return
  }
}
