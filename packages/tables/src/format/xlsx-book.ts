import { builtInFormat } from './cell-display.ts'
import { isDateFormat } from './dates.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'
import { FileRefused } from './refused.ts'
import { attribute, decodeEscapes, readXml, xmlFeed } from './xml.ts'
import { entryText, type Zip, type ZipEntry } from './zip.ts'

export type SheetInfo = { name: string; visible: boolean }
/** A name of the workbook and what it stands for, e.g. `VALOR_ANALISIS` → `Análisis!$B$7`. */
export type DefinedName = { name: string; refersTo: string }
/** `code`: its number format as it is written, unless it is the general one. */
export type CellStyle = { date: boolean; format?: NumberFormat; code?: string; align: 'left' | 'right' | 'center' | null }

export type XlsxBook = {
  zip: Zip
  date1904: boolean
  sheets: (SheetInfo & { part: string })[]
  names: DefinedName[]
  stringsPart: string | null
  stylesPart: string | null
}

/** What the workbook consists of, found through its relations and not by the usual names. Throws FileRefused. */
export async function openBook(zip: Zip): Promise<XlsxBook> {
  const root = await relations(zip, '')
  const part = [...root.values()].find((each) => each.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const xml = await entryText(zip, part)
  if (xml === null) throw new FileRefused('tipo')
  const related = await relations(zip, part)
  const book: XlsxBook = { zip, date1904: false, sheets: [], names: [], stringsPart: null, stylesPart: null }
  for (const { type, target } of related.values()) {
    if (type.endsWith('/sharedStrings')) book.stringsPart = target
    if (type.endsWith('/styles')) book.stylesPart = target
  }
  let name: string | null = null
  let text = ''
  readXml(xml, {
    open(tag, raw) {
      if (tag === 'workbookPr') book.date1904 = /^(1|true)$/.test(attribute(raw, 'date1904') ?? '')
      if (tag === 'sheet') {
        const relation = related.get(attribute(raw, 'id') ?? '')
        // A chart sheet or a dialog has no cells.
        if (relation?.type.endsWith('/worksheet'))
          book.sheets.push({
            name: attribute(raw, 'name') ?? '',
            visible: (attribute(raw, 'state') ?? 'visible') === 'visible',
            part: relation.target,
          })
      }
      if (tag === 'definedName') {
        name = attribute(raw, 'name') ?? ''
        text = ''
      }
    },
    text(piece) {
      if (name !== null) text += piece
    },
    close(tag) {
      if (tag !== 'definedName' || name === null) return
      book.names.push({ name, refersTo: text.trim() })
      name = null
    },
  })
  return book
}

type Relation = { type: string; target: string }

async function relations(zip: Zip, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const xml = await entryText(zip, `${folder}_rels/${part.slice(slash + 1)}.rels`)
  const found = new Map<string, Relation>()
  if (xml === null) return found
  readXml(xml, {
    open(tag, raw) {
      if (tag !== 'Relationship') return
      const target = attribute(raw, 'Target') ?? ''
      found.set(attribute(raw, 'Id') ?? '', { type: attribute(raw, 'Type') ?? '', target: resolve(folder, target) })
    },
  })
  return found
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = folder.split('/').filter(Boolean)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

/** The table of shared texts, in order; the phonetic guides of East Asian texts are left out. */
export async function readSharedStrings(book: XlsxBook): Promise<string[]> {
  const strings: string[] = []
  const entry = partEntry(book.zip, book.stringsPart)
  if (!entry) return strings
  let text = ''
  let inText = false
  let phonetic = 0
  const feed = xmlFeed({
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic++
      else if (tag === 't') inText = phonetic === 0
    },
    text(piece) {
      if (inText) text += piece
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'si') strings.push(decodeEscapes(text).trim())
    },
  })
  await feedEntry(book.zip, entry, feed)
  return strings
}

/** Whether each cell format is a date, what it shows around a number, and how it aligns. */
export async function readStyles(book: XlsxBook): Promise<CellStyle[]> {
  const styles: CellStyle[] = []
  const entry = partEntry(book.zip, book.stylesPart)
  if (!entry) return styles
  const formats = new Map<number, string>()
  let inCellFormats = false
  const feed = xmlFeed({
    open(tag, raw) {
      if (tag === 'numFmt') formats.set(Number(attribute(raw, 'numFmtId')), attribute(raw, 'formatCode') ?? '')
      else if (tag === 'cellXfs') inCellFormats = true
      else if (tag === 'xf' && inCellFormats) {
        const id = Number(attribute(raw, 'numFmtId') ?? 0)
        const own = formats.get(id)
        const format = own === undefined ? undefined : numberFormat(own)
        const date = isDateFormat(id, own)
        const code = own ?? builtInFormat(id) ?? (date ? 'yyyy-mm-dd' : undefined)
        styles.push({ date, ...(format && { format }), ...(code !== undefined && { code }), align: null })
      } else if (tag === 'alignment' && inCellFormats) {
        const align = attribute(raw, 'horizontal')
        if (align === 'left' || align === 'right' || align === 'center') styles.at(-1)!.align = align
      }
    },
    close(tag) {
      if (tag === 'cellXfs') inCellFormats = false
    },
  })
  await feedEntry(book.zip, entry, feed)
  return styles
}

export function partEntry(zip: Zip, part: string | null): ZipEntry | null {
  if (part === null) return null
  const exact = zip.entries.get(part)
  if (exact) return exact
  for (const entry of zip.entries.values()) if (entry.name.toLowerCase() === part.toLowerCase()) return entry
  return null
}

async function feedEntry(zip: Zip, entry: ZipEntry, feed: { write(piece: string): void; end(): void }) {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of zip.bytes(entry)) feed.write(decoder.decode(piece, { stream: true }))
  feed.write(decoder.decode())
  feed.end()
}
