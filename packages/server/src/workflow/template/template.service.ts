import type { Bytes, Parsed, Upload } from '@cuadre/api/endpoint'
import {
  type createTemplate,
  IMAGE_MB,
  MAPPED_CELLS,
  TEMPLATE_FILE_MB,
  TEMPLATE_FORMATS,
  type TemplateDetail,
  type updateTemplate,
} from '@cuadre/api/template'
import { z } from 'zod'
import { assertUnchanged, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { type DocumentKind, document, TYPES } from '../../platform/document/index.ts'
import { picture } from '../../platform/document/picture.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type Storage, withCopy } from '../../platform/storage/index.ts'
import { checkFilling } from './filling.ts'
import * as repository from './template.repository.ts'
import { fieldsOf, isFilled, sha256Of } from './template.trial.ts'

const MAX_IMAGES = 10

/** In the record of changes each version is a field, so that only changed ones are stored. */
const recordedFields = ({ nombre, tipo, versiones }: TemplateDetail) => ({
  nombre,
  tipo,
  ...Object.fromEntries(versiones.map((v) => [`version ${v.version}`, v])),
})
const record = (tx: Db, caller: Caller, before: TemplateDetail | null, after: TemplateDetail) =>
  recordMasterChange(
    tx,
    caller,
    { entity: 'plantilla', id: after.id, name: after.nombre },
    before && recordedFields(before),
    recordedFields(after),
  )

export async function get(db: Db, id: number) {
  const template = await repository.find(db, id)
  if (!template) throw NotFound()
  return template
}

/** The file is checked before anything is written. */
async function checkFile(storage: Storage, upload: Upload): Promise<repository.File> {
  const formato = (await document(upload, TEMPLATE_FORMATS, TEMPLATE_FILE_MB)) as repository.File['formato']
  await storage.keep(upload)
  return { formato, name: upload.name, sha256: upload.sha256, size: upload.size }
}

export async function create(db: Db, storage: Storage, caller: Caller, body: Parsed<typeof createTemplate>['body']) {
  const content: repository.Content = {
    vigenteDesde: body.vigenteDesde || null,
    vigenteHasta: body.vigenteHasta || null,
    rubros: body.rubros ?? [],
    negocios: body.negocios ?? [],
    mapa: mapOf(body.mapa),
    politica: body.politica || null,
    proposito: body.proposito || null,
    procedimiento: body.procedimiento || null,
  }
  const file = await checkFile(storage, body.file)
  return transaction(db, async (tx) => {
    await check(tx, content)
    await repository.lockNames(tx)
    const made = await repository.insert(tx, body.nombre, body.tipo, caller.userId)
    if (!made) throw Invalid('nombre', 'template_exists')
    await repository.insertVersion(tx, made.id, content, file, caller.userId)
    const template = await get(tx, made.id)
    await record(tx, caller, null, template)
    return template
  })
}

const Cells = z.partialRecord(z.enum(MAPPED_CELLS), z.string().trim().min(1).max(120))
function mapOf(text: string | undefined): Record<string, string> {
  if (!text?.trim()) return {}
  try {
    return Cells.parse(JSON.parse(text)) as Record<string, string>
  } catch {
    throw Invalid('mapa', 'template_map')
  }
}

type Change = Parsed<typeof updateTemplate>['body']
export const update = (
  db: Db,
  storage: Storage,
  caller: Caller,
  zone: string,
  id: number,
  { REVISION, nombre, estado, desde, ...content }: Change,
) =>
  changeTemplate(db, caller, id, async (tx, before) => {
    await assertUnchanged(tx, { entity: 'plantilla', id }, before, REVISION)
    if (nombre !== undefined) await rename(tx, id, nombre)
    if (estado === 'BORRADOR' && before.borrador !== null) throw Conflict('template_has_draft', {}, before)
    if (desde !== undefined) {
      if (!before.versiones.some(({ version }) => version === desde)) throw Invalid('desde', 'template_version')
      if (before.borrador !== null) throw Conflict('template_has_draft', {}, before)
      await repository.copyToDraft(tx, id, caller.userId, desde)
    }
    if (Object.keys(content).length > 0 || (estado === 'BORRADOR' && desde === undefined)) await writeDraft(tx, caller, before, content)
    if (estado === 'PUBLICADA') await publish(tx, storage, caller, zone, await get(tx, id))
    if (estado === 'RETIRADA') {
      if (before.estado !== 'PUBLICADA') throw Conflict('template_not_published', {}, before)
      await repository.retire(tx, id, caller.userId)
    }
  })

async function rename(tx: Db, id: number, name: string) {
  await repository.lockNames(tx)
  if (await repository.nameTaken(tx, id, name)) throw Invalid('nombre', 'template_exists')
  await repository.rename(tx, id, name)
}

async function writeDraft(tx: Db, caller: Caller, { id }: TemplateDetail, change: Partial<repository.Content>) {
  const draftId = await draftOf(tx, caller, id)
  const { borrador, versiones } = await get(tx, id)
  const content = { ...versiones.find(({ version }) => version === borrador)!, ...change } as repository.Content
  await check(tx, content)
  await repository.saveContent(tx, draftId, content, caller.userId)
}

/** The draft; if there is none, a copy of the current version. */
async function draftOf(tx: Db, caller: Caller, id: number): Promise<number> {
  if (!(await repository.draft(tx, id))) await repository.copyToDraft(tx, id, caller.userId)
  return (await repository.draft(tx, id))!.id
}

async function publish(tx: Db, storage: Storage, caller: Caller, zone: string, template: TemplateDetail) {
  const draft = template.versiones.find(({ estado }) => estado === 'BORRADOR')
  if (!draft) throw Conflict('template_no_draft', {}, template)
  // It would retire the version that people have and stand in for none.
  if (draft.vigenteHasta && (await repository.isOver(tx, zone, draft.vigenteHasta))) throw Invalid('vigenteHasta', 'template_over')
  if (isFilled(template.tipo, draft)) {
    const fields = fieldsOf(template.tipo, draft.mapa, await repository.sample(tx, caller, draft))
    await withCopy(storage, sha256Of(draft), (path) => checkFilling(path, fields, Object.keys(draft.mapa)))
  }
  await repository.publish(tx, template.id, caller.userId)
}

async function check(tx: Db, { vigenteDesde, vigenteHasta, rubros, negocios }: repository.Content) {
  if (vigenteDesde && vigenteHasta && vigenteHasta < vigenteDesde) throw Invalid('vigenteHasta', 'template_dates')
  if (!(await repository.allHeadings(tx, rubros))) throw Invalid('rubros', 'template_headings')
  if (!(await repository.allBusinesses(tx, negocios))) throw Invalid('negocios', 'template_businesses')
}

export async function setFile(db: Db, storage: Storage, caller: Caller, id: number, upload: Upload) {
  const file = await checkFile(storage, upload)
  return changeTemplate(db, caller, id, async (tx) => {
    await repository.saveFile(tx, await draftOf(tx, caller, id), file, caller.userId)
  })
}

export async function addImage(db: Db, storage: Storage, caller: Caller, id: number, upload: Upload) {
  const { kind, file } = await picture(upload, IMAGE_MB)
  await storage.keep(file)
  return changeTemplate(db, caller, id, async (tx) => {
    const draftId = await draftOf(tx, caller, id)
    if ((await repository.images(tx, draftId)) >= MAX_IMAGES) throw Invalid('file', 'template_images', { max: MAX_IMAGES })
    await repository.insertImage(tx, draftId, { ...file, kind })
  })
}

export async function removeImage(db: Db, caller: Caller, id: number, imageId: number) {
  await changeTemplate(db, caller, id, async (tx) => {
    const draft = await repository.draft(tx, id)
    if (!draft || !(await repository.removeImage(tx, draft.id, imageId))) throw NotFound()
  })
  return { ok: true as const }
}

/** A template that has no other version goes with its draft. */
export const discardDraft = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    if (!(await repository.lock(tx, id))) throw NotFound()
    const before = await get(tx, id)
    if (before.borrador === null) throw Conflict('template_no_draft', {}, before)
    await repository.removeDraft(tx, id)
    if (before.versiones.length > 1) {
      await repository.touch(tx, id)
      await record(tx, caller, before, await get(tx, id))
    } else {
      await repository.remove(tx, id)
      await recordMasterChange(tx, caller, { entity: 'plantilla', id, name: before.nombre }, recordedFields(before), null)
    }
    return { ok: true as const }
  })

export async function reach(db: Db, zone: string, id: number) {
  const { versiones } = await get(db, id)
  return repository.reach(db, zone, id, versiones[0]!.version)
}

/** One change of a template at a time, with its record. */
const changeTemplate = (db: Db, caller: Caller, id: number, work: (tx: Db, before: TemplateDetail) => Promise<unknown>) =>
  transaction(db, async (tx) => {
    if (!(await repository.lock(tx, id))) throw NotFound()
    const before = await get(tx, id)
    await work(tx, before)
    await repository.touch(tx, id)
    const after = await get(tx, id)
    await record(tx, caller, before, after)
    return after
  })

/** Attachments of any kind; only images are shown inline. */
export async function file(db: Db, storage: Storage, fileName: string): Promise<Bytes> {
  const [sha256, extension] = fileName.split('.') as [string, DocumentKind]
  const found = await repository.file(db, sha256, extension)
  if (!found) throw NotFound()
  return { name: found.name, type: TYPES[extension], body: await storage.download(sha256), inline: found.image, etag: sha256 }
}
