import { open, readFile } from 'node:fs/promises'
import { attribute, entryText, openZip, readXml, type Zip } from '@cuadre/tables'
import { Refused } from '../errors.ts'

const FOLDER = { xlsx: 'xl/', docx: 'word/', pptx: 'ppt/' } as const
type OfficeKind = keyof typeof FOLDER

/** Parts with executable content: macros, controls, embedded objects, old macro sheets. */
const ACTIVE = /vbaproject|vbadata|\/activex\/|\/macrosheets\/|\/dialogsheets\/|\/ctrlprops\/|\/embeddings\/(?!.*\.(xlsx|docx|pptx)$)/
/** Parts that load external data. */
const EXTERNAL = /^xl\/(externallinks\/|connections\.xml|querytables\/)/
/** Maximum ratio of unpacked to packed size (rules §2.8), checked above this many bytes. */
const MAX_RATIO = 100
const RATIO_FROM = 5 * 1024 * 1024

/**
 * Refuses an Office document that is not of its type, is damaged, runs code or loads external data; hyperlinks are allowed.
 * @throws 422, FileRefused
 */
export async function checkOffice(path: string, kind: OfficeKind, size: number): Promise<void> {
  await refuseLocked(path)
  const zip = await openZip(path)
  const names = [...zip.entries.keys()].map((name) => name.toLowerCase())
  const has = (test: (name: string) => boolean) => names.some(test)
  if (has((name) => ACTIVE.test(`/${name}`))) throw Refused('document_active')
  if (has((name) => EXTERNAL.test(name))) throw Refused('document_outside')
  if (!names.includes('[content_types].xml') || !has((name) => name.startsWith(FOLDER[kind]))) throw Refused('file_extension')
  const unfolded = [...zip.entries.values()].reduce((sum, entry) => sum + entry.size, 0)
  if (unfolded > RATIO_FROM && unfolded > size * MAX_RATIO) throw Refused('file_bomba')
  if (/macroenabled/i.test((await entryText(zip, '[Content_Types].xml')) ?? '')) throw Refused('document_active')
  await checkParts(zip)
}

/** Unpacks every part once, so that a file that is damaged or declares a wrong size is refused now, and checks relationships and fields. */
async function checkParts(zip: Zip) {
  for (const entry of zip.entries.values()) {
    const name = entry.name.toLowerCase()
    if (name.endsWith('.rels')) refuseOutside((await entryText(zip, entry.name)) ?? '')
    else if (/^word\/[^/]+\.xml$/.test(name)) refuseFields((await entryText(zip, entry.name)) ?? '')
    else for await (const _ of zip.bytes(entry));
  }
}

function refuseOutside(relations: string) {
  readXml(relations, {
    open(tag, raw) {
      if (tag !== 'Relationship' || attribute(raw, 'TargetMode')?.toLowerCase() !== 'external') return
      const linked = attribute(raw, 'Type')?.endsWith('/hyperlink') && /^(https?:|mailto:|#)/i.test(attribute(raw, 'Target') ?? '')
      if (!linked) throw Refused('document_outside')
    },
  })
}

/** Field codes that start a program or load a file; Word may split their text into several runs. */
function refuseFields(part: string) {
  let instructions = ''
  let inside = false
  readXml(part, {
    open(tag, raw) {
      inside = tag === 'instrText'
      if (tag === 'fldSimple') instructions += ` ${attribute(raw, 'instr') ?? ''} `
      if (tag === 'fldChar') instructions += ' '
    },
    text(piece) {
      if (inside) instructions += piece
    },
    close() {
      inside = false
    },
  })
  if (/\b(DDE|DDEAUTO|MACROBUTTON)\b/i.test(instructions)) throw Refused('document_active')
  if (/\b(INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|RD|DATABASE)\b\s+("|\\|\w+[:.])/i.test(instructions)) throw Refused('document_outside')
}

/** Office stores a document with a password in an OLE container, which none of the accepted formats uses. */
async function refuseLocked(path: string) {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  if (buffer.readUInt32BE(0) === 0xd0cf11e0)
    throw Refused((await readFile(path)).includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'file_cifrado' : 'file_extension')
  if (buffer.readUInt16BE(0) !== 0x504b) throw Refused('file_extension')
}
