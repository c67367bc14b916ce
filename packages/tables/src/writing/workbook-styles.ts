// The styles of written workbooks: few, made as they are asked for.

export type ColumnType = 'text' | 'code' | 'amount' | 'integer' | 'percent' | 'date' | 'datetime'
/** A figure judged: green, amber or red; hatched where what it counts is not over. */
export type Light = 'verde' | 'ambar' | 'rojo'
/** How a cell looks beyond its type: a heading of the sheet, a label of a form, a cell to be filled in, a figure judged. */
export type CellLook = 'plain' | 'header' | 'title' | 'label' | 'input' | Light | `${Light}-en-curso`

const FORMATS: Record<ColumnType, string> = {
  text: 'General',
  code: '@',
  amount: '#,##0.00;[Red]\\-#,##0.00',
  integer: '#,##0',
  percent: '0.0%',
  date: 'dd/mm/yyyy',
  datetime: 'dd/mm/yyyy hh:mm',
}

const FONTS =
  '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>'
const FILLS =
  '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF8E1"/></patternFill></fill>'
const LIGHTS: [Light, color: string][] = [
  ['verde', 'FFD3ECDC'],
  ['ambar', 'FFFBE3C0'],
  ['rojo', 'FFF6C9C2'],
]
const LIGHT_FILLS = ['solid', 'lightUp'].flatMap((pattern) =>
  LIGHTS.map(([, color]) => `<fill><patternFill patternType="${pattern}"><fgColor rgb="${color}"/></patternFill></fill>`),
)
const BORDERS =
  '<border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"><color rgb="FFBFBFBF"/></left><right style="thin"><color rgb="FFBFBFBF"/></right><top style="thin"><color rgb="FFBFBFBF"/></top><bottom style="thin"><color rgb="FFBFBFBF"/></bottom><diagonal/></border>'

const LOOKS: Record<CellLook, { font: number; fill: number; border: number }> = {
  plain: { font: 0, fill: 0, border: 0 },
  header: { font: 1, fill: 2, border: 1 },
  title: { font: 2, fill: 0, border: 0 },
  label: { font: 3, fill: 0, border: 0 },
  input: { font: 0, fill: 3, border: 1 },
  verde: { font: 0, fill: 4, border: 1 },
  ambar: { font: 0, fill: 5, border: 1 },
  rojo: { font: 0, fill: 6, border: 1 },
  'verde-en-curso': { font: 0, fill: 7, border: 1 },
  'ambar-en-curso': { font: 0, fill: 8, border: 1 },
  'rojo-en-curso': { font: 0, fill: 9, border: 1 },
}

type StyleRequest = {
  type: ColumnType
  look?: CellLook
  locked?: boolean
  align?: 'left' | 'right' | 'center'
  format?: string
  wrap?: boolean
  indent?: number
}
export type StyleBook = { id(request: StyleRequest): number; xml(): string }

export function styleBook(): StyleBook {
  const ids = new Map<string, number>()
  const formats: string[] = []
  const cells: string[] = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']

  function formatId(code: string): number {
    if (code === 'General') return 0
    if (code === '@') return 49
    const at = formats.indexOf(code)
    return 164 + (at >= 0 ? at : formats.push(code) - 1)
  }

  function make({ type, look = 'plain', locked, align, format, wrap, indent }: StyleRequest): number {
    const { font, fill, border } = LOOKS[look]
    const number = formatId(look === 'header' || look === 'title' || look === 'label' ? 'General' : (format ?? FORMATS[type]))
    const alignment = `${align || indent ? ` horizontal="${align ?? 'left'}"` : ''}${indent ? ` indent="${indent}"` : ''}${wrap || look === 'header' ? ' vertical="center" wrapText="1"' : ''}`
    const inner = `${alignment && `<alignment${alignment}/>`}${locked === undefined ? '' : `<protection locked="${locked ? 1 : 0}"/>`}`
    const applied = `applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${alignment && ' applyAlignment="1"'}${locked === undefined ? '' : ' applyProtection="1"'}`
    return (
      cells.push(`<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" ${applied}>${inner}</xf>`) - 1
    )
  }

  return {
    id(request) {
      const key = `${request.type}|${request.look ?? ''}|${request.locked ?? ''}|${request.align ?? ''}|${request.format ?? ''}|${request.wrap ?? ''}|${request.indent ?? ''}`
      let id = ids.get(key)
      if (id === undefined) {
        id = make(request)
        ids.set(key, id)
      }
      return id
    },
    xml: () =>
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      (formats.length
        ? `<numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts>`
        : '') +
      `<fonts count="4">${FONTS}</fonts><fills count="10">${FILLS}${LIGHT_FILLS.join('')}</fills><borders count="2">${BORDERS}</borders>` +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  }
}

/** Text for XML; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  const clean = PLAIN.test(text) ? text : text.replace(FORBIDDEN, '')
  if (!/[&<>"_]/.test(clean)) return clean
  return clean
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

const PLAIN = /^[\x20-\ud7ff]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
