import type { Bytes } from '@cuadre/api/endpoint'
import { type ZipPart, zipOf } from '@cuadre/tables'
import type { Db } from '../../platform/database/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as files from './file.repository.ts'
import * as folders from './folder.repository.ts'

/** Below the 4 GiB of a ZIP without zip64. */
const MAX_BYTES = 3.5 * 1024 ** 3

type Entry = { name: string; content: () => ZipPart['content'] | Promise<ZipPart['content']> }

/** A folder with all in it that the caller sees, streamed; a link is a text with its address. @throws 404, 422 before anything is sent */
export async function folderZip(db: Db, storage: Storage, caller: Caller, id: number): Promise<Bytes> {
  const folder = await folders.find(db, caller, id)
  if (!folder) throw NotFound()
  const within = await folders.below(db, caller, id)
  const found = await files.inFolders(
    db,
    within.map((each) => each.id),
  )
  if (found.length === 0) throw Invalid('id', 'folder_empty')
  const bytes = found.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (bytes > MAX_BYTES) throw Invalid('id', 'folder_large', { gb: (bytes / 1024 ** 3).toFixed(1) })
  const paths = new Map(within.map((each) => [each.id, each.path]))
  const taken = new Set<string>()
  const entries = found.map(({ folder, name, link, file, sha256 }): Entry => {
    const own = link === null ? withExtension(name, file) : `${name}.txt`
    const path = unused([...(paths.get(folder) ?? []), own].map(safe).join('/'), taken)
    return { name: path, content: () => (sha256 === null ? [`${link}\r\n`] : storage.open(sha256)) }
  })
  return { name: `${safe(folder.name)}.zip`, type: 'application/zip', body: zipOf(parts(entries)) }
}

/** One file is open at a time. */
async function* parts(entries: readonly Entry[]): AsyncGenerator<ZipPart> {
  for (const { name, content } of entries) yield { name, content: await content() }
}

/** A name that leads nowhere else, on any system. */
const safe = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+|[. ]+$/g, '_')
const extensionOf = (name: string) => /\.[a-z0-9]{2,5}$/i.exec(name)?.[0] ?? ''
const withExtension = (name: string, file: string | null) => (extensionOf(name) ? name : name + extensionOf(file ?? ''))
function unused(path: string, taken: Set<string>) {
  const extension = extensionOf(path)
  let free = path
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${path.slice(0, path.length - extension.length)} (${n})${extension}`
  taken.add(free.toLowerCase())
  return free
}
