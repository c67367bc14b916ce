import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import { FOLDER_LEVELS, type Folder, type FolderDetail, type FolderNode, type updateFolder } from '@cuadre/api/resource'
import { assertUnchanged, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { picture } from '../../platform/document/picture.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as files from './file.repository.ts'
import * as repository from './folder.repository.ts'

const master = ({ id, name }: Folder) => ({ entity: 'carpeta' as const, id, name })

async function findFolder(db: Db, caller: Caller, id: number) {
  const folder = await repository.find(db, caller, id)
  if (!folder) throw NotFound()
  return folder
}

export async function get(db: Db, caller: Caller, id: number): Promise<FolderDetail> {
  const folder = await findFolder(db, caller, id)
  return {
    ...folder,
    ruta: await repository.path(db, id),
    CARPETAS_HIJAS: await repository.children(db, caller, id),
    ARCHIVOS: await files.inFolder(db, id),
  }
}

export async function tree(db: Db, caller: Caller): Promise<FolderNode[]> {
  const nodes = (await repository.everything(db, caller)).map((folder): FolderNode => ({ ...folder, CARPETAS_HIJAS: [] }))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const roots: FolderNode[] = []
  for (const node of nodes) (node.parentFolderId === null ? roots : byId.get(node.parentFolderId)!.CARPETAS_HIJAS).push(node)
  return roots
}

export const create = (db: Db, caller: Caller, folder: repository.Write) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    await check(tx, null, folder)
    const id = await repository.insert(tx, folder, caller.userId)
    await repository.saveAudience(tx, id, folder)
    const made = await findFolder(tx, caller, id)
    await recordMasterChange(tx, caller, master(made), null, made)
    return made
  })

export const update = (db: Db, caller: Caller, id: number, { REVISION, ...change }: Parsed<typeof updateFolder>['body']) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    const before = await assertUnchanged(tx, { entity: 'carpeta', id }, await findFolder(tx, caller, id), REVISION)
    const wanted = { ...before, ...change, negocios: change.negocios ?? before.negocios.map(({ id }) => id) }
    await check(tx, id, wanted)
    await repository.save(tx, id, wanted, caller.userId)
    await repository.saveAudience(tx, id, wanted)
    const after = await findFolder(tx, caller, id)
    await recordMasterChange(tx, caller, master(after), before, after)
    return after
  })

async function check(tx: Db, id: number | null, { name, parentFolderId, negocios }: repository.Write) {
  if (await repository.unknownBusiness(tx, negocios)) throw Invalid('negocios', 'business_unknown')
  if (parentFolderId !== null) {
    const { above, below, within } = await repository.depthOf(tx, parentFolderId, id)
    if (above === 0) throw Invalid('parentFolderId', 'folder_unknown')
    if (within) throw Invalid('parentFolderId', 'folder_cycle')
    if (above + below > FOLDER_LEVELS) throw Invalid('parentFolderId', 'folder_deep', { max: FOLDER_LEVELS })
  }
  if (await repository.isTaken(tx, id, parentFolderId, name)) throw Invalid('name', 'folder_exists')
}

/** Its files are hidden, not deleted; a folder with content is removed only if that is confirmed. */
export const remove = (db: Db, caller: Caller, id: number, content: boolean) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    await repository.lockWithContent(tx, id)
    const folder = await findFolder(tx, caller, id)
    const { carpetas, archivos } = folder
    if (carpetas + archivos > 0 && !content) throw Conflict('folder_not_empty', { carpetas, archivos }, { carpetas, archivos })
    const within = await repository.remove(tx, id)
    await recordMasterChange(tx, caller, master(folder), { ...folder, contenido: within }, null)
    return { ok: true as const }
  })

export async function setImage(db: Db, storage: Storage, caller: Caller, id: number, upload: Upload) {
  const { type, file } = await picture(upload)
  await storage.keep(file)
  return transaction(db, async (tx) => {
    await repository.lockTree(tx)
    const before = await findFolder(tx, caller, id)
    await repository.saveImage(tx, id, file.sha256, type, caller.userId)
    const after = await findFolder(tx, caller, id)
    await recordMasterChange(tx, caller, master(after), before, after)
    return after
  })
}

export async function getImage(db: Db, storage: Storage, caller: Caller, id: number): Promise<Bytes> {
  const image = await repository.image(db, caller, id)
  if (!image) throw NotFound()
  const { sha256, type } = image
  return { name: `carpeta-${id}.${type.replace('image/', '')}`, type, body: await storage.download(sha256), inline: true, etag: sha256 }
}
