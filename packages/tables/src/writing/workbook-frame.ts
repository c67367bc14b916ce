import { columnLetters, parseAddress } from '../format/cell.ts'
import { type Book, textXml } from './workbook-cells.ts'
import { escapeXml } from './workbook-styles.ts'

// What surrounds the sheets of a written workbook: its list of sheets and names, its relations and types.

/** A sheet that has been written. */
export type Finished = { name: string; hidden: boolean; filter: string | null; header: boolean }

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const ROOT_RELATIONS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function workbookXml(sheets: Finished[], { names, formulas }: Book): string {
  const list = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const first = Math.max(
    0,
    sheets.findIndex(({ hidden }) => !hidden),
  )
  const defined = [
    ...[...names].map(([name, refersTo]) => `<definedName name="${escapeXml(name)}">${escapeXml(refersTo)}</definedName>`),
    ...sheets.flatMap(({ name, filter, header }, at) => [
      ...(filter
        ? [`<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escapeXml(absolute(name, filter))}</definedName>`]
        : []),
      ...(header
        ? [`<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escapeXml(`${quoted(name)}!$1:$1`)}</definedName>`]
        : []),
    ]),
  ]
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="${first}"/></bookViews>` +
    `<sheets>${list.join('')}</sheets>${defined.length ? `<definedNames>${defined.join('')}</definedNames>` : ''}${formulas ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`
  )
}

export function sharedTextsXml({ texts }: Book): string {
  const list = Array.from(texts.keys(), (text) => `<si>${textXml(text)}</si>`)
  return `${DECLARATION}<sst xmlns="${MAIN}" uniqueCount="${list.length}">${list.join('')}</sst>`
}

export function relationsXml(sheets: number, shared: boolean): string {
  const list = Array.from(
    { length: sheets },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  if (shared) list.push(`<Relationship Id="rId${sheets + 2}" Type="${RELATIONSHIPS}/sharedStrings" Target="sharedStrings.xml"/>`)
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`
}

export function contentTypesXml(sheets: number, shared: boolean): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const list = Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  if (shared) list.push(`<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>`)
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${list.join('')}</Types>`
  )
}

const quoted = (sheet: string) => `'${sheet.replaceAll("'", "''")}'`

/** A text, as a name stands for it. */
export const constant = (text: string) => `"${text.replaceAll('"', '""')}"`

export function absolute(sheet: string, range: string): string {
  const ends = range.split(':').map((each) => {
    const position = parseAddress(each)
    if (!position) throw new RangeError(`Not an address: ${range}`)
    return `$${columnLetters(position.column)}$${position.row}`
  })
  return `${quoted(sheet)}!${ends.join(':')}`
}

/** A name that Excel accepts and that no other sheet has. */
export function sheetName(wanted: string, used: Set<string>): string {
  const clean =
    wanted
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31) || 'Hoja'
  let name = clean
  for (let copy = 2; used.has(name.toLowerCase()); copy++) name = `${clean.slice(0, 26)} (${copy})`
  used.add(name.toLowerCase())
  return name
}
