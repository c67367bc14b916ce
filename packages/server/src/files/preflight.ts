import { open, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { LIMITS } from '@cuadre/api/table/limits'
import { FileRefused } from '@cuadre/api/table/refused'
import { openZip } from './zip.ts'

export type FileKind = 'xlsx' | 'xls' | 'csv'

/** Extensions that each kind may come with. Many systems export text under `.xls`; Excel opens it, and so do we. */
const EXTENSIONS: Record<FileKind, string[]> = {
  xlsx: ['', '.xlsx', '.xls'],
  xls: ['', '.xls'],
  csv: ['', '.csv', '.txt', '.tsv', '.tab', '.prn', '.xls'],
}

/**
 * What a file is, by its content, without inflating or parsing any of it: cheap enough for the main thread. Throws FileRefused when it
 * is empty, too large, of another kind, cut, a zip bomb, encrypted, has macros or links to other workbooks. For .xls the last three are
 * looked for in the worker, since its container has to be parsed.
 */
export async function preflight(path: string, fileName: string): Promise<{ kind: FileKind; bytes: number }> {
  const { head, bytes } = await readHead(path)
  if (bytes === 0) throw new FileRefused('vacio')
  if (bytes > LIMITS.fileBytes) throw new FileRefused('tamano', { bytes })
  const kind = await kindOf(path, head)
  const extension = extname(fileName).toLowerCase()
  if (extension === '.xlsm' || extension === '.xltm' || extension === '.xlsb' || extension === '.xlam')
    throw new FileRefused(kind === 'xlsx' ? 'macros' : 'tipo')
  // Excel keeps an XLSX with a password in the old container.
  if (kind === 'xls' && extension !== '.xls' && (await readFile(path)).includes(ENCRYPTED)) throw new FileRefused('cifrado')
  if (!EXTENSIONS[kind].includes(extension)) throw new FileRefused('extension', { contenido: kind, extension })
  return { kind, bytes }
}

const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

async function readHead(path: string) {
  const file = await open(path)
  try {
    const bytes = (await file.stat()).size
    const head = Buffer.alloc(Math.min(bytes, 4_096))
    await file.read(head, 0, head.length, 0)
    return { head, bytes }
  } finally {
    await file.close()
  }
}

async function kindOf(path: string, head: Buffer): Promise<FileKind> {
  if (head.length < 4) return 'csv'
  const magic = head.readUInt32BE(0)
  if (magic === 0x504b0304 || magic === 0x504b0506) return workbookInZip(path)
  if (magic === 0xd0cf11e0) return 'xls'
  const other = otherKind(head)
  if (other) throw new FileRefused(MARKUP.includes(other) ? 'html' : 'tipo', { contenido: other })
  return 'csv'
}

/** Everything that the zip says about itself before it is inflated. */
async function workbookInZip(path: string): Promise<FileKind> {
  const { entries } = await openZip(path)
  const names = [...entries.keys()].map((name) => name.toLowerCase())
  const has = (test: (name: string) => boolean) => names.some(test)
  if (has((name) => name.endsWith('vbaproject.bin') || name.startsWith('xl/macrosheets/'))) throw new FileRefused('macros')
  if (has((name) => name === 'xl/workbook.bin')) throw new FileRefused('tipo', { contenido: 'xlsb' })
  if (has((name) => name.startsWith('word/'))) throw new FileRefused('tipo', { contenido: 'docx' })
  if (has((name) => name.startsWith('ppt/'))) throw new FileRefused('tipo', { contenido: 'pptx' })
  if (!has((name) => name === '[content_types].xml'))
    throw new FileRefused('tipo', { contenido: names.includes('mimetype') ? 'ods' : 'zip' })
  if (has((name) => /^xl\/externallinks\/[^/]+\.xml$/.test(name))) throw new FileRefused('enlaces')
  return 'xlsx'
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
  ['rtf', /^\{\\rtf/],
  ['html', /^(\xef\xbb\xbf)?\s*(<!--[\s\S]*?-->\s*)?<(!doctype|html|head|body|table|meta|style|script)\b/i],
  ['xml', /^(\xef\xbb\xbf)?\s*<(\?xml|svg|workbook)\b/i],
  ['mhtml', /^(\xef\xbb\xbf)?\s*MIME-Version:/i],
  ['json', /^(\xef\xbb\xbf)?\s*(\{\s*"|\[\s*[{[])/],
]

const MARKUP = ['html', 'xml', 'mhtml']

function otherKind(head: Buffer): string | null {
  const wide = head[0] === 0xff && head[1] === 0xfe ? head.toString('utf16le', 2) : null
  const text = wide ?? head.toString('latin1')
  return SIGNATURES.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
