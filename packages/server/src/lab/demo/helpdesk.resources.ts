import { sql } from 'kysely'
import * as files from '../../desk/resource/file.service.ts'
import * as folders from '../../desk/resource/folder.service.ts'
import * as versions from '../../desk/resource/version.service.ts'
import { row } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type Branch, tree } from './helpdesk/tree.ts'
import { pdf, png, withFile, workbook } from './papers.ts'
import type { DemoOptions } from './people.ts'

/** Folders with images, documents, versions, links that answer and one that does not. */
export async function createResources(options: DemoOptions, control: Caller): Promise<void> {
  for (const branch of tree) await createFolder(options, control, branch, null)
  const { db } = options
  await sql`update resource set checked_at = now() - interval '1 day', failing_since = case when external_link like '%intranet%' then now() - interval '9 days' end
    where external_link is not null`.execute(db)
  await sql`insert into resource_download (resource_id, day, times) select r.id, current_date - (r.id % 20), 3 + (r.id * 17) % 90 from resource r`.execute(
    db,
  )
}

async function createFolder(options: DemoOptions, control: Caller, branch: Branch, parentFolderId: number | null) {
  const { db, storage } = options
  const { name, description = null, roles = [], business, colour, files: leaves = [], folders: below = [] } = branch
  const place = business ? await row(db, sql<{ id: number }>`select id from business where name = ${business}`) : undefined
  const { id } = await folders.create(db, control, { name, description, parentFolderId, roles, negocios: place ? [place.id] : [] })
  if (colour) await withFile('carpeta.png', png(96, 96, colour), (file) => folders.setImage(db, storage, control, id, file))
  for (const { name, description, pages, rows, text, link, older } of leaves) {
    const entry = { folderId: id, name, ...(description && { description }) }
    if (link) {
      await files.create(db, storage, control, { ...entry, externalLink: link })
      continue
    }
    const [as, content] = pages
      ? [fileName(name, '.pdf'), pdf(pages)]
      : rows
        ? name.endsWith('.csv')
          ? [name, Buffer.from(`${rows.map((cells) => cells.join(';')).join('\r\n')}\r\n`)]
          : [fileName(name, '.xlsx'), workbook('Hoja 1', rows)]
        : [fileName(name, '.txt'), Buffer.from(text ?? '')]
    const first = older && pages ? pdf([...pages.slice(0, 2), 'Edicion anterior.']) : content
    const made = await withFile(as, first, (file) => files.create(db, storage, control, { ...entry, file }))
    if (older) await withFile(as, content, (file) => versions.replace(db, storage, control, made.id, { file }))
  }
  for (const inner of below) await createFolder(options, control, inner, id)
}
const fileName = (name: string, extension: string) => (name.endsWith(extension) ? name : name + extension)
