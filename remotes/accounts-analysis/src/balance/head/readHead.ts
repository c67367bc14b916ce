import type { Row } from '@cuadre/tables/format/cell'
import { chooseSheet } from '@cuadre/tables/format/choose-sheet'
import type { LayoutColumn } from '@cuadre/tables/format/column-fields'
import { csvRows } from '@cuadre/tables/format/csv-rows'
import { detectLayout } from '@cuadre/tables/format/layout'
import { detectEncoding, detectSeparator, foreignKind, isBinary, textDecoder } from '@cuadre/tables/format/text-format'
import { openBook, type SheetInfo } from '@cuadre/tables/format/xlsx-book'
import { readSheetRows } from '@cuadre/tables/format/xlsx-sheet'
import { type ByteSource, contentStart, readEntries, type Zip } from '@cuadre/tables/format/zip'

/** The first rows of a file, and which column was recognised as what, by the rules of the server. */
export type Head = {
  /** Of a workbook with several. */
  sheet: string | null
  rows: Row[]
  headerRow: number | null
  columns: LayoutColumn[]
}

const ROWS = 60
/** Enough for the widest 60 lines. */
const TEXT_BYTES = 256 * 1024
/** Most files have their first rows in one. */
const PIECE = 8 * 1024

/** Reads no more of the file than it takes. Null where only the server can read it, or say what is wrong with it. */
export async function readHead(file: Blob): Promise<Head | null> {
  const start = new Uint8Array(await file.slice(0, TEXT_BYTES).arrayBuffer())
  const magic = start.length < 4 ? 0 : new DataView(start.buffer).getUint32(0)
  if (magic === 0xd0cf11e0) return legacyHead(file)
  if (foreignKind(start)) return null
  return magic === 0x504b0304 ? workbookHead(file) : textHead(start, file.size > start.length)
}

function textHead(bytes: Uint8Array, cut: boolean): Head | null {
  const { encoding, bom } = detectEncoding(bytes)
  const text = textDecoder(encoding).decode(bytes.subarray(bom), { stream: cut })
  if (text.trim() === '' || isBinary(text)) return null
  const feed = csvRows(detectSeparator(text))
  const rows: Row[] = []
  for (let at = 0; at < text.length && rows.length < ROWS; at += PIECE) rows.push(...feed.write(text.slice(at, at + PIECE)))
  if (!cut && rows.length < ROWS) rows.push(...feed.end())
  const head = rows.slice(0, ROWS)
  return { sheet: null, rows: head, ...detectLayout(head) }
}

async function workbookHead(file: Blob): Promise<Head | null> {
  const book = await openBook(await openZip(file))
  return sheetHead(book.sheets, async (name) => {
    const rows: Row[] = []
    for await (const some of (await readSheetRows(book, book.sheets.find((sheet) => sheet.name === name)!.part)).rows) {
      rows.push(...some)
      if (rows.length >= ROWS) break
    }
    return rows.slice(0, ROWS)
  })
}

async function legacyHead(file: Blob): Promise<Head | null> {
  // What reads them is large, and few files are of this kind: it is loaded when there is one.
  const [{ openXls, firstXlsRows }, bytes] = await Promise.all([import('@cuadre/tables/format/xls-book'), file.arrayBuffer()])
  const book = await openXls(new Uint8Array(bytes), ROWS)
  return sheetHead(book.sheets, async (name) => firstXlsRows(book, name, ROWS))
}

async function sheetHead(sheets: SheetInfo[], rowsOf: (name: string) => Promise<Row[]>): Promise<Head | null> {
  const found = await chooseSheet(sheets, rowsOf)
  return found ? { sheet: sheets.length > 1 ? found.sheet : null, rows: found.rows, ...found.layout } : null
}

async function openZip(file: Blob): Promise<Zip> {
  const read = async (position: number, length: number) => new Uint8Array(await file.slice(position, position + length).arrayBuffer())
  const source: ByteSource = { size: file.size, read }
  return {
    entries: await readEntries(source),
    async *bytes(entry) {
      const start = await contentStart(source, entry)
      const raw = file.slice(start, start + entry.compressed).stream()
      const reader = (entry.method === 0 ? raw : raw.pipeThrough(new DecompressionStream('deflate-raw'))).getReader()
      let size = 0
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          size += value.length
          // More than it declares: the server will say what is wrong with it.
          if (size > entry.size) return
          yield value
        }
      } finally {
        await reader.cancel().catch(() => {})
      }
    },
  }
}
