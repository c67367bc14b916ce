/// <reference path="./xlsx-module.d.ts" />
import { CFB } from 'xlsx/xlsx.mjs'
import { FileRefused } from './refused.ts'

// What is in an .xls before SheetJS parses it: an old container of Office, and in it the records of the workbook, each with its type and length.

const ENCRYPTED = [...'EncryptedPackage'].join('\0')
type Container = { FullPaths: string[] }
type Stream = { content?: Uint8Array | number[] }

/** What the container holds as a workbook, a stream of records. Throws FileRefused where there is none, or what may not be there. */
export function workbookStream(bytes: Uint8Array): Uint8Array {
  let container: Container
  try {
    container = CFB.read(bytes, { type: 'buffer' }) as Container
  } catch {
    if (new TextDecoder('latin1').decode(bytes).includes(ENCRYPTED)) throw new FileRefused('cifrado')
    throw new FileRefused('truncado')
  }
  const paths = container.FullPaths.join('\n')
  if (/EncryptedPackage|EncryptionInfo|^root entry\/encryption$/im.test(paths)) throw new FileRefused('cifrado')
  if (/_VBA_PROJECT|\/VBA\//i.test(paths)) throw new FileRefused('macros')
  const { content } = ((CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')) as Stream | null) ?? {}
  if (!content?.length) throw new FileRefused('tipo', { contenido: 'documento de Office que no es un libro' })
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

const FILEPASS = 0x2f
const CODEPAGE = 0x42
const BOUNDSHEET = 0x85
const SUPBOOK = 0x1ae
const EXTERNSHEET = 0x17
const END_OF_GLOBALS = 0x0a
const UTF_16 = 1200

/** Of each record its type and where its content begins and ends. */
function* records(stream: Uint8Array): Generator<{ type: number; at: number; end: number }> {
  for (let at = 4; at <= stream.length; ) {
    const end = at + word(stream, at - 2)
    yield { type: word(stream, at - 4), at, end }
    at = end + 4
  }
}

const word = (stream: Uint8Array, at: number) => stream[at]! + stream[at + 1]! * 256

/** The records before the first sheet: is it encrypted, has it macro sheets, does it link to other books? Are its texts Unicode? Throws FileRefused. */
export function inspectRecords(stream: Uint8Array): { unicode: boolean } {
  const biff8 = stream.length > 6 && word(stream, 4) === 0x600
  let unicode = biff8
  for (const { type, at, end } of records(stream)) {
    if (type === END_OF_GLOBALS) break
    if (type === FILEPASS) throw new FileRefused('cifrado')
    if (type === CODEPAGE && word(stream, at) !== UTF_16) unicode = false
    if (type === BOUNDSHEET && (stream[at + 5] === 1 || stream[at + 5] === 6)) throw new FileRefused('macros')
    if (type === SUPBOOK && end - at > 4) throw new FileRefused('enlaces')
    if (type === EXTERNSHEET && !biff8 && stream[at + 1] === 1 && stream[at]! > 1) throw new FileRefused('enlaces')
  }
  return { unicode }
}

/** Records that begin with the number of their row: formulas, numbers, texts, truths and errors, cells without a value, and the row itself. */
const CELL_RECORDS = new Set([0x06, 0x206, 0x406, 0x203, 0x27e, 0xbd, 0x204, 0xd6, 0xfd, 0x205, 0x201, 0xbe, 0x208])
/** What may follow the record of a cell: what its formula gives, the formula where it is shared, and what did not fit. */
const CELL_CONTINUATIONS = new Set([0x207, 0x221, 0x4bc, 0x236, 0x3c])
/** A record that SheetJS passes over. */
const IGNORED_RECORD = 0x5e

/** A copy without the cells from the row on: SheetJS would build each before it drops it, which takes far longer than all else. */
export function withoutCellsFrom(row: number, stream: Uint8Array): Uint8Array {
  const copy = new Uint8Array(stream)
  let dropped = false
  for (const { type, at } of records(stream)) {
    dropped = CELL_RECORDS.has(type) ? word(stream, at) >= row : dropped && CELL_CONTINUATIONS.has(type)
    if (!dropped) continue
    copy[at - 4] = IGNORED_RECORD
    copy[at - 3] = 0
  }
  return copy
}
