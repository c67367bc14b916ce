import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LIMITS } from '../format/limits.ts'
import { FileRefused } from '../format/refused.ts'
import type { Zip, ZipEntry } from '../format/zip.ts'
import type { OpenedTable, OpenOptions, OpenTable } from './opened-table.ts'
import { isTableName } from './preflight.ts'
import { openZip } from './zip.ts'

/** Further files of an archive are not looked at. */
const MAX_FILES = 24

/**
 * A ZIP of balance files, as a workbook whose sheets they are: with one file that file itself. An entry is unpacked beside the other
 * temporary files only while it is read. What cannot be opened in it is left out, unless that is all there is.
 */
export async function openArchive(path: string, fileName: string, options: OpenOptions, open: OpenTable): Promise<OpenedTable> {
  const openInner = (inner: string, { name }: ZipEntry) => open(inner, basename(name), options)
  const zip = await openZip(path)
  const entries = [...zip.entries.values()].filter(({ name, size }) => isTableName(name) && size > 0).slice(0, MAX_FILES)
  const files: { entry: ZipEntry; table: OpenedTable }[] = []
  let refused = new FileRefused('vacio')
  for (const entry of entries)
    try {
      files.push({ entry, table: await unpacked(zip, entry, (inner) => openInner(inner, entry)) })
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      refused = error
    }
  const [first] = files
  if (!first) throw refused
  const places = files.flatMap(({ entry, table }) =>
    table.sheets.map(({ name, visible }) => ({ entry, inner: name, visible, name: nameOf(entry, name, files.length === 1, table) })),
  )
  const placeOf = (sheet: string | undefined) => {
    const place = sheet === undefined ? (places.find(({ visible }) => visible) ?? places[0]) : places.find(({ name }) => name === sheet)
    if (!place) throw new FileRefused('hoja', sheet === undefined ? {} : { hoja: sheet })
    return place
  }

  async function* rows(sheet?: string) {
    const { entry, inner } = placeOf(sheet)
    const temporary = await unpack(zip, entry)
    try {
      yield* (await openInner(temporary, entry)).rows(inner || undefined)
    } finally {
      await rm(temporary, { force: true })
    }
  }
  const heads = new Map<string | undefined, ReturnType<OpenedTable['head']>>()
  const head = async (count = 60, sheet?: string) => {
    const { entry, inner } = placeOf(sheet)
    const found = heads.get(sheet) ?? unpacked(zip, entry, async (path) => (await openInner(path, entry)).head(2000, inner || undefined))
    heads.set(sheet, found)
    return (await found).slice(0, count)
  }
  return { ...first.table, fileName, sheets: places.map(({ name, visible }) => ({ name, visible })), rows, head }
}

/** An archive in an archive is none of ours. */

const nameOf = ({ name }: ZipEntry, sheet: string, alone: boolean, { sheets }: OpenedTable) =>
  alone ? sheet : sheets.length > 1 ? `${basename(name)} › ${sheet}` : basename(name)

async function unpack(zip: Zip, entry: ZipEntry): Promise<string> {
  if (entry.size > LIMITS.fileBytes) throw new FileRefused('tamano', { bytes: entry.size })
  const path = join(tmpdir(), `cuadre-${randomUUID()}`)
  try {
    await pipeline(Readable.from(zip.bytes(entry)), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await rm(path, { force: true })
    throw error instanceof FileRefused ? error : new FileRefused('danado', { entrada: entry.name })
  }
  return path
}
async function unpacked<T>(zip: Zip, entry: ZipEntry, work: (path: string) => Promise<T>): Promise<T> {
  const path = await unpack(zip, entry)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
