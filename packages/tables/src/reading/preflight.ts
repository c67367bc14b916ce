import { open, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { LIMITS } from '../format/limits.ts'
import { FileRefused } from '../format/refused.ts'
import { foreignKind } from '../format/text-format.ts'
import { openZip } from './zip.ts'

export type FileKind = 'xlsx' | 'xls' | 'csv'
/** What a balance may come as besides: workbooks that SheetJS reads, XML of Excel 2003, and an archive of files. */
export type TableKind = FileKind | 'xlsb' | 'ods' | 'xml' | 'zip'

/** Extensions that each kind may come with. Many systems export text under `.xls`; Excel opens it, and so do we. */
const EXTENSIONS: Record<TableKind, string[]> = {
  xlsx: ['', '.xlsx', '.xls'],
  xls: ['', '.xls'],
  csv: ['', '.csv', '.txt', '.tsv', '.tab', '.prn', '.xls'],
  xlsb: ['', '.xlsb', '.xls', '.xlsx'],
  ods: ['', '.ods'],
  xml: ['', '.xml', '.xls', '.xlsx'],
  zip: ['', '.zip'],
}

/**
 * What a file is, by its content, without inflating or parsing any of it: cheap enough for the main thread. Throws FileRefused when it
 * is empty, too large, of another kind, cut, a zip bomb, encrypted, has macros or links to other workbooks. For .xls the last three are
 * looked for in the worker, since its container has to be parsed.
 */
export async function preflight(path: string, fileName: string): Promise<{ kind: FileKind; bytes: number }> {
  const { kind, bytes } = await tablePreflight(path, fileName)
  if (kind === 'xml') throw new FileRefused('html', { contenido: kind })
  if (kind === 'xlsb' || kind === 'ods' || kind === 'zip') throw new FileRefused('tipo', { contenido: kind })
  return { kind, bytes }
}

/** As `preflight`, for what a balance may come as. */
export async function tablePreflight(path: string, fileName: string): Promise<{ kind: TableKind; bytes: number }> {
  const { head, bytes } = await readHead(path)
  if (bytes === 0) throw new FileRefused('vacio')
  if (bytes > LIMITS.fileBytes) throw new FileRefused('tamano', { bytes })
  const kind = await kindOf(path, head)
  const extension = extname(fileName).toLowerCase()
  if (extension === '.xlsm' || extension === '.xltm' || extension === '.xlam') throw new FileRefused(kind === 'xlsx' ? 'macros' : 'tipo')
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

async function kindOf(path: string, head: Buffer): Promise<TableKind> {
  if (head.length < 4) return 'csv'
  const magic = head.readUInt32BE(0)
  if (magic === 0x504b0304 || magic === 0x504b0506) return workbookInZip(path)
  if (magic === 0xd0cf11e0) return 'xls'
  if (/^(\xef\xbb\xbf)?\s*<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/.test(head.toString('latin1'))) return 'xml'
  const other = foreignKind(head)
  if (other) throw new FileRefused(other.markup ? 'html' : 'tipo', { contenido: other.kind })
  return 'csv'
}

/** Everything that the zip says about itself before it is inflated. */
async function workbookInZip(path: string): Promise<TableKind> {
  const { entries } = await openZip(path)
  const names = [...entries.keys()].map((name) => name.toLowerCase())
  const has = (test: (name: string) => boolean) => names.some(test)
  if (has((name) => name.endsWith('vbaproject.bin') || name.startsWith('xl/macrosheets/'))) throw new FileRefused('macros')
  if (has((name) => name === 'xl/workbook.bin')) return 'xlsb'
  if (has((name) => name.startsWith('word/'))) throw new FileRefused('tipo', { contenido: 'docx' })
  if (has((name) => name.startsWith('ppt/'))) throw new FileRefused('tipo', { contenido: 'pptx' })
  if (!has((name) => name === '[content_types].xml')) {
    if (names.includes('mimetype') && names.includes('content.xml')) return 'ods'
    if (has(isTableName)) return 'zip'
    throw new FileRefused('tipo', { contenido: 'zip' })
  }
  if (has((name) => /^xl\/externallinks\/[^/]+\.xml$/.test(name))) throw new FileRefused('enlaces')
  return 'xlsx'
}

/** Files of an archive that may be tables; what a Mac adds is none. */
export const isTableName = (name: string) =>
  /\.(csv|txt|tsv|tab|prn|xlsx|xls|xlsb|ods|xml)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/i.test(name)
