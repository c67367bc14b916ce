import { type CellLocation, locateCell } from '../format/cell-location.ts'
import { FileRefused } from '../format/refused.ts'
import { openBook } from '../format/xlsx-book.ts'
import { entryText, type Zip } from '../format/zip.ts'
import { openZip } from '../reading/zip.ts'
import { constant } from './workbook-frame.ts'
import { escapeXml } from './workbook-styles.ts'
import { type ZipPart, zipOf } from './zip-stream.ts'

/**
 * A field of a workbook: the name it is to have, the name or address of its cell now, how many rows below that it stands (looking as the one
 * above does), and what to write there; undefined leaves the cell.
 */
export type Filling = { name: string; at: string; down?: number; value?: string | { n: string } | undefined }

const PREFIX = '(?:\\w+:)?'

/**
 * A copy of an XLSX with some cells filled in and named, everything else as it was: formulas are reckoned again when it is opened. Answers
 * the fields whose cell is not there, and the bytes, made while they are read. `constants`: names that stand for a text. Throws FileRefused.
 */
export async function fillWorkbook(
  path: string,
  fields: readonly Filling[],
  constants: Record<string, string> = {},
): Promise<{ missing: string[]; bytes: AsyncGenerator<Buffer> }> {
  const zip = await openZip(path)
  const book = await openBook(zip)
  const missing: string[] = []
  const names = new Map<string, string>()
  const cells = new Map<string, { location: CellLocation; value: string | { n: string }; like: string }[]>()
  const merges = new Map<string, Merge[]>()
  for (const { name, at, down = 0, value } of fields) {
    const first = locateCell(at, book)
    const part = book.sheets.find((sheet) => sheet.name === first?.sheet)?.part
    if (!first || !part) {
      missing.push(name)
      continue
    }
    if (!merges.has(part)) merges.set(part, mergesOf(await textOf(zip, part)))
    const location = shownAt(below(first, down), merges.get(part)!)
    names.set(name, `'${location.sheet.replaceAll("'", "''")}'!${location.address.replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2')}`)
    if (value !== undefined) cells.set(part, [...(cells.get(part) ?? []), { location, value, like: first.address }])
  }
  for (const [name, text] of Object.entries(constants)) names.set(name, constant(text))
  const changed = new Map<string, string>()
  for (const [part, wanted] of cells)
    changed.set(
      part,
      wanted.reduce((xml, { location, value, like }) => withCell(xml, location, value, like), await textOf(zip, part)),
    )
  const workbook = [...zip.entries.keys()].find((name) => /^xl\/workbook\.xml$/i.test(name))
  if (!workbook) throw new FileRefused('danado', { motivo: 'libro' })
  changed.set(workbook, withNames(await textOf(zip, workbook), names))
  for (const name of zip.entries.keys())
    if (/^(\[Content_Types\]\.xml|xl\/_rels\/workbook\.xml\.rels)$/i.test(name)) changed.set(name, withoutChain(await textOf(zip, name)))
  return { missing, bytes: zipOf(parts(zip, changed)) }
}

/** The cell so many rows below. */
function below(location: CellLocation, rows: number): CellLocation {
  const row = location.row + rows
  return { ...location, row, address: location.address.replace(/\d+$/, String(row)) }
}

type Merge = { first: CellLocation; last: CellLocation }
function mergesOf(xml: string): Merge[] {
  const at = (address: string) => locateCell(address, { names: [], sheets: [{ name: '', visible: true }] })
  return [...xml.matchAll(new RegExp(`<${PREFIX}mergeCell\\s[^>]*?ref="(\\w+):(\\w+)"`, 'g'))].flatMap(([, from, to]) => {
    const [first, last] = [at(from!), at(to!)]
    return first && last ? [{ first, last }] : []
  })
}
/** Of merged cells only the first is seen and written in. */
function shownAt(location: CellLocation, merges: readonly Merge[]): CellLocation {
  const { row, column } = location
  const merge = merges.find(({ first, last }) => first.row <= row && row <= last.row && first.column <= column && column <= last.column)
  return merge ? { ...merge.first, sheet: location.sheet } : location
}

async function textOf(zip: Zip, part: string): Promise<string> {
  const text = await entryText(zip, part)
  if (text === null) throw new FileRefused('danado', { entrada: part })
  return text
}

function* parts(zip: Zip, changed: Map<string, string>): Generator<ZipPart> {
  for (const [name, entry] of zip.entries) {
    // The order of reckoning names cells that may have lost their formula; Excel makes it anew.
    if (/^xl\/calcChain\.xml$/i.test(name) || name.endsWith('/')) continue
    const text = changed.get(name)
    yield { name, content: text === undefined ? zip.bytes(entry) : [text] }
  }
}

/** Writes one cell, in its row and in the order of the columns, with the look it had, else with that of the cell `like`. */
function withCell(xml: string, { row, column, address }: CellLocation, value: string | { n: string }, like: string): string {
  const prefix = /<(\w+:)?sheetData\b/.exec(xml)?.[1] ?? ''
  const cell = (style: string) => {
    const open = `<${prefix}c r="${address}"${style}`
    return typeof value === 'string'
      ? `${open} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapeXml(value)}</${prefix}t></${prefix}is></${prefix}c>`
      : `${open}><${prefix}v>${value.n}</${prefix}v></${prefix}c>`
  }
  const styleOf = (of: { text: string } | null) => (of && /^[^>]*?(\ss="\d+")/.exec(of.text)?.[1]) ?? ''
  const found = element(xml, 'row', String(row))
  if (!found) {
    const written = `<${prefix}row r="${row}">${cell(styleOf(element(xml, 'c', like)))}</${prefix}row>`
    const open = xml.replace(new RegExp(`<${PREFIX}sheetData\\s*/>`), `<${prefix}sheetData></${prefix}sheetData>`)
    const at = before(open, 'row', (r) => Number(r) > row) ?? open.search(new RegExp(`</${PREFIX}sheetData>`))
    return open.slice(0, at) + written + open.slice(at)
  }
  const inside = found.text.endsWith('/>') ? `${found.text.slice(0, -2)}></${prefix}row>` : found.text
  const old = element(inside, 'c', address)
  const style = styleOf(old ?? element(xml, 'c', like))
  const at = old?.at ?? before(inside, 'c', (r) => columnOf(r) > column) ?? inside.search(new RegExp(`</${PREFIX}row>$`))
  const filled = inside.slice(0, at) + cell(style) + inside.slice(at + (old?.text.length ?? 0))
  return xml.slice(0, found.at) + filled + xml.slice(found.at + found.text.length)
}

/** The element of this name with this `r`, from its first sign to its last. */
function element(xml: string, name: string, r: string): { at: number; text: string } | null {
  const match = new RegExp(`<${PREFIX}${name}(?=\\s)[^>]*?\\sr="${r}"[^>]*?(?:/>|>[\\s\\S]*?</${PREFIX}${name}>)`).exec(xml)
  return match && { at: match.index, text: match[0] }
}
function before(xml: string, name: string, over: (r: string) => boolean): number | null {
  for (const match of xml.matchAll(new RegExp(`<${PREFIX}${name}(?=\\s)[^>]*?\\sr="(\\w+)"`, 'g'))) if (over(match[1]!)) return match.index
  return null
}
function columnOf(address: string): number {
  let column = 0
  for (const letter of address.replace(/\d+$/, '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Our names, instead of those that were there, and everything reckoned again at the opening. */
function withNames(xml: string, names: Map<string, string>): string {
  const prefix = /<(\w+:)?workbook\b/.exec(xml)?.[1] ?? ''
  let result = xml.replace(new RegExp(`<${PREFIX}definedNames\\s*/>`), '')
  for (const name of names.keys())
    result = result.replace(new RegExp(`<${PREFIX}definedName\\s[^>]*?name="${name}"[^>]*>[^<]*</${PREFIX}definedName>`, 'gi'), '')
  const ours = [...names].map(([name, to]) => `<${prefix}definedName name="${name}">${escapeXml(to)}</${prefix}definedName>`).join('')
  const end = result.search(new RegExp(`</${PREFIX}definedNames>`))
  if (end >= 0) result = result.slice(0, end) + ours + result.slice(end)
  else
    result = result.replace(new RegExp(`</${PREFIX}sheets>`), (close) => `${close}<${prefix}definedNames>${ours}</${prefix}definedNames>`)
  result = result.replace(/\sfullCalcOnLoad="\w+"/, '')
  return new RegExp(`<${PREFIX}calcPr\\b`).test(result)
    ? result.replace(new RegExp(`<${PREFIX}calcPr\\b`), (open) => `${open} fullCalcOnLoad="1"`)
    : result.replace(new RegExp(`</${PREFIX}definedNames>`), (close) => `${close}<${prefix}calcPr fullCalcOnLoad="1"/>`)
}

const withoutChain = (xml: string) => xml.replace(/<(?:\w+:)?(?:Override|Relationship)\s[^>]*calcChain[^>]*\/>/gi, '')
