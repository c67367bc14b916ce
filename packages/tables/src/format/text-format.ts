// How a text file was written: its encoding and its separator.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850'
export type Separator = ';' | ',' | '\t' | '|'
export type TextFormat = { encoding: Encoding; bom: number; separator: Separator; quoted: boolean }

/** Judges by the whole file: a Latin-1 letter may come only in the last line. Latin-1 is read as Windows-1252, which contains it. */
export function detectEncoding(bytes: Uint8Array, isUtf8 = decodesAsUtf8): { encoding: Encoding; bom: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', bom: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bom: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bom: 2 }
  const head = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at & 1]!++
  const many = head.length * 0.2
  if (zeros[1]! > many && zeros[0]! < many / 4) return { encoding: 'utf-16le', bom: 0 }
  if (zeros[0]! > many && zeros[1]! < many / 4) return { encoding: 'utf-16be', bom: 0 }
  if (isUtf8(bytes) || mostlyUtf8(bytes)) return { encoding: 'utf-8', bom: 0 }
  return { encoding: isOfDos(bytes) ? 'cp850' : 'windows-1252', bom: 0 }
}

/** Decodes bytes that come in pieces. */
export function textDecoder(encoding: Encoding): { decode(bytes?: Uint8Array, more?: { stream: boolean }): string } {
  if (encoding !== 'cp850') return new TextDecoder(encoding)
  return {
    decode: (bytes = new Uint8Array()) =>
      Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128])).join(''),
  }
}

/** The upper half of the code page of DOS in Western Europe and Latin America, which older accounting systems still export. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
/** 'üéçÉíóúñÑ' of that page; in Windows-1252 these bytes are signs that stand in no word. */
const DOS_LETTERS = new Set([0x81, 0x82, 0x87, 0x90, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5])

/** Whether the letters beside letters are those of DOS rather than of Windows. */
function isOfDos(bytes: Uint8Array): boolean {
  const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122
  let dos = 0
  let windows = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80 || !(isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) continue
    if (DOS_LETTERS.has(byte)) dos++
    else if (byte >= 0xc0) windows++
  }
  return dos > windows
}

/** A letter that is cut at the end does not count against it. */
function decodesAsUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A UTF-8 file with a stray byte (a cut name, a pasted cell) is still UTF-8. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    let valid = byte >= 0xc2 && byte < 0xf5
    for (let i = 1; i < length && valid; i++) valid = (bytes[at + i]! & 0xc0) === 0x80
    if (valid) {
      good++
      at += length - 1
    } else bad++
  }
  return good > bad * 20
}

const SEPARATORS: Separator[] = ['\t', ';', '|', ',']

/** The separator that cuts most lines into the same number of cells. Commas between digits may be decimal marks and count half. */
export function detectSeparator(sample: string): { separator: Separator; quoted: boolean } {
  const declared = /^sep=(.)[\r\n]/i.exec(sample)?.[1]
  const lines = sample
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 400)
  const quoted = sample.includes('"')
  if (declared && SEPARATORS.includes(declared as Separator)) return { separator: declared as Separator, quoted }
  let best: { separator: Separator; score: number } = { separator: ';', score: 0 }
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => occurrences(line, separator))
    const frequency = new Map<number, number>()
    for (const count of counts) if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1)
    const [mode = 0, times = 0] = [...frequency].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    let score = (times / lines.length) * (1 + Math.log2(1 + mode) / 10)
    // The commas of amounts in a file of fixed widths separate nothing.
    if (separator === ',' && sample.match(/,/g)?.length === sample.match(/\d,\d\d(?!\d)/g)?.length) continue
    if (separator === ',' && lines.filter((line) => /\d,\d/.test(line)).length > lines.length / 2) score /= 2
    if (score > best.score) best = { separator, score }
  }
  return { separator: best.separator, quoted }
}

function occurrences(line: string, separator: string): number {
  let count = 0
  let inQuotes = false
  for (const letter of line) {
    if (letter === '"') inQuotes = !inQuotes
    else if (letter === separator && !inQuotes) count++
  }
  return count
}

const SIGNATURES: [string, RegExp][] = [
  ['pdf', /^%PDF/],
  ['png', /^\x89PNG/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['bmp o tiff', /^(BM[\s\S]{4}\0\0\0\0|II\*\0|MM\0\*)/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the signature of gzip
  ['comprimido', /^(\x1f\x8b|7z\xbc\xaf|Rar!|BZh\d|\xfd7zXZ)/],
  ['ejecutable', /^(MZ\x90\0|\x7fELF)/],
  ['sylk', /^ID;P/],
  ['rtf', /^\{\\rtf/],
  ['html', /^(\xef\xbb\xbf)?\s*(<!--[\s\S]*?-->\s*)?<(!doctype|html|head|body|table|meta|style|script)\b/i],
  ['xml', /^(\xef\xbb\xbf)?\s*<(\?xml|svg|workbook)\b/i],
  ['mhtml', /^(\xef\xbb\xbf)?\s*MIME-Version:/i],
  ['json', /^(\xef\xbb\xbf)?\s*(\{\s*"|\[\s*[{[])/],
]
const MARKUP = ['html', 'xml', 'mhtml']

/** What the beginning of a file says that it is where that is no table: 'pdf', 'png' …; null for text. */
export function foreignKind(head: Uint8Array): { kind: string; markup: boolean } | null {
  const wide = head[0] === 0xff && head[1] === 0xfe
  const text = wide
    ? new TextDecoder('utf-16le').decode(head.subarray(2))
    : Array.from(head.subarray(0, 4_096), (byte) => String.fromCharCode(byte)).join('')
  const kind = SIGNATURES.find(([, pattern]) => pattern.test(text))?.[0]
  return kind === undefined ? null : { kind, markup: MARKUP.includes(kind) }
}

/** Whether a decoded sample has control characters that no text has. */
export function isBinary(sample: string): boolean {
  let control = 0
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 26) control++
  }
  return control > sample.length / 1000
}
