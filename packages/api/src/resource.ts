import { z } from 'zod'
import { Evidence } from './analysis.ts'
import { binary, endpoint, file } from './endpoint.ts'
import { ROLE } from './roles.ts'
import { ById, changesOf, Done, Flag, format, Id, ImageVersion, Moment, NameText, Option, pageOf, paging, Revision } from './shapes.ts'

/** Tools and services: folders, files and images, read by everyone, kept by those with the key (decisions §10). */
export const FOLDER_LEVELS = 8
export const RESOURCE_MB = 50

const FolderFields = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  parentFolderId: z.int().nullable(),
  /** Path of its image within the API, new with every image; null without one. */
  image: z.string().nullable(),
  carpetas: z.int(),
  archivos: z.int(),
  /** Who sees it and what is in it, told to those who keep it; none: all. A folder is never seen by more than the one that it lies in. */
  roles: z.array(z.int()),
  negocios: z.array(Option),
  actualizadoEn: Moment,
  REVISION: Revision,
}
export const Folder = z.object(FolderFields).meta({ id: 'Folder' })
export type Folder = z.output<typeof Folder>

export type FolderNode = Folder & { CARPETAS_HIJAS: FolderNode[] }
export const FolderNode: z.ZodType<FolderNode> = z
  .object({
    ...FolderFields,
    get CARPETAS_HIJAS() {
      return z.array(FolderNode)
    },
  })
  .meta({ id: 'FolderNode' })

export const ResourceFile = z
  .object({
    id: z.int(),
    CARPETA_ID: z.int(),
    /** Names from the root to its folder. */
    RUTA: z.array(z.string()),
    name: z.string(),
    description: z.string().nullable(),
    /** Of a link; null of a file. */
    externalLink: z.string().nullable(),
    /** Of a file; null of a link. */
    file: z.object({ nombre: z.string(), tipo: z.string(), bytes: z.int() }).nullable(),
    /** Counts the files that it has had. */
    version: z.int(),
    /** Of a link: when it was last tried, and since when it has not answered. */
    comprobadoEn: Moment.nullable(),
    fallaDesde: Moment.nullable(),
    /** In the last 30 days. */
    descargas: z.int(),
    actualizadoPor: z.string(),
    actualizadoEn: Moment,
    REVISION: Revision,
  })
  .meta({ id: 'ResourceFile' })
export type ResourceFile = z.output<typeof ResourceFile>

/** A folder opened: the way to it from the root, and what lies in it. */
export const FolderDetail = z
  .object({
    ...FolderFields,
    ruta: z.array(z.object({ id: z.int(), name: z.string() })),
    CARPETAS_HIJAS: z.array(Folder),
    ARCHIVOS: z.array(ResourceFile),
  })
  .meta({ id: 'FolderDetail' })
export type FolderDetail = z.output<typeof FolderDetail>

const NAME_MAX = 120
/** What a file is called as long as nobody names it otherwise: its own name; what is too long loses its middle, before the extension. */
export function nameOfFile(name: string, more = ''): string {
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]{1,8})?$/s.exec(name) ?? []
  // Half of a sign is none.
  return stem.slice(0, NAME_MAX - end.length - more.length).replace(/\p{Cs}$/u, '') + more + end
}
const name = NameText.min(1).max(NAME_MAX)
const description = z.string().trim().max(1000)
const FolderWrite = z.object({
  name,
  description: description.nullable().default(null),
  parentFolderId: Id.nullable().default(null),
  roles: z.array(z.int().min(ROLE.analista).max(ROLE.administrador)).max(6).default([]),
  negocios: z.array(Id).max(200).default([]),
})
/** http or https, without a name and password in it. */
const Link = z
  .string()
  .trim()
  .max(2000)
  .regex(/^https?:\/\/[^\s"'<>\\@/]+(\/[^\s"<>\\]*|[?#][^\s"<>\\]*)?$/i, 'enlace')
  .meta({ examples: ['https://corporacion.example/manual'] })

export const listFolders = endpoint('GET', '/tools-and-services/folders', {
  summary: 'Folders: those of one folder, the roots, or all that are found',
  allow: 'signed-in',
  query: z.object({ ...paging(100, { sort: ['NAME', 'FECHA'], most: 999 }), parentFolderId: z.union([z.literal('raiz'), Id]).optional() }),
  response: pageOf(Folder),
})
export const folderTree = endpoint('GET', '/tools-and-services/folders/tree', {
  summary: 'Folders as a tree',
  allow: 'signed-in',
  response: z.array(FolderNode),
})
export const getFolder = endpoint('GET', '/tools-and-services/folders/:id', {
  summary: 'A folder with its folders and files',
  allow: 'signed-in',
  params: ById,
  response: FolderDetail,
})
export const createFolder = endpoint('POST', '/tools-and-services/folders', {
  summary: 'Make a folder',
  allow: 'helpdesk.resource.write',
  body: FolderWrite,
  response: Folder,
})
/** 422 when it would lie within itself. */
export const updateFolder = endpoint('PATCH', '/tools-and-services/folders/:id', {
  summary: 'Rename, describe or move a folder',
  allow: 'helpdesk.resource.write',
  params: ById,
  body: changesOf(FolderWrite.extend({ REVISION: Revision })),
  response: Folder,
})
/** 409 `folder_not_empty` with the numbers in it, unless `contenido` says to remove these too. */
export const deleteFolder = endpoint('DELETE', '/tools-and-services/folders/:id', {
  summary: 'Remove a folder',
  allow: 'helpdesk.resource.write',
  params: ById,
  query: z.object({ contenido: Flag.optional() }),
  response: Done,
})
export const getFolderImage = endpoint('GET', '/tools-and-services/image/:id', {
  summary: 'The image of a folder; 304 when the browser has it',
  allow: 'signed-in',
  params: ById,
  query: ImageVersion,
  response: binary(),
  bytes: true,
})
/** PNG, JPEG or WebP of at most 5 MB, by its content. */
export const uploadFolderImage = endpoint('POST', '/tools-and-services/image/:id', {
  summary: 'Give a folder its image',
  allow: 'helpdesk.resource.write',
  params: ById,
  body: z.object({ file: file() }),
  multipart: true,
  response: Folder,
})

export const listFiles = endpoint('GET', '/tools-and-services/files', {
  summary: 'Files and links of a folder, or all that are found',
  allow: 'signed-in',
  query: z.object({
    ...paging(100, { sort: ['NAME', 'FECHA', 'TIPO', 'BYTES', 'DESCARGAS'], most: 999 }),
    folderId: Id.optional(),
    format,
  }),
  exportable: true,
  response: pageOf(ResourceFile),
})
export const getFile = endpoint('GET', '/tools-and-services/files/:id', {
  summary: 'One file or link',
  allow: 'signed-in',
  params: ById,
  response: ResourceFile,
})
/** Either a file (XLSX, DOCX, PPTX, PDF, CSV, TXT, PNG, JPEG, WebP; at most 50 MB, without macros) or an externalLink. */
export const createFile = endpoint('POST', '/tools-and-services/files', {
  summary: 'Put a file or a link into a folder',
  allow: 'helpdesk.resource.write',
  body: z.object({
    folderId: Id,
    /** Left out: the file's own. */
    name: name.optional(),
    description: description.optional(),
    externalLink: Link.optional(),
    file: file().optional(),
  }),
  multipart: true,
  response: ResourceFile,
})
export const updateFile = endpoint('PATCH', '/tools-and-services/files/:id', {
  summary: 'Rename, describe or move a file; change where a link leads',
  allow: 'helpdesk.resource.write',
  params: ById,
  body: z.object({
    folderId: Id.optional(),
    name: name.optional(),
    description: description.nullable().optional(),
    externalLink: Link.optional(),
    REVISION: Revision.optional(),
  }),
  response: ResourceFile,
})
export const deleteFile = endpoint('DELETE', '/tools-and-services/files/:id', {
  summary: 'Remove a file or a link',
  allow: 'helpdesk.resource.write',
  params: ById,
  response: Done,
})
export const downloadFile = endpoint('GET', '/tools-and-services/files/:id/download', {
  summary: 'The bytes of a file',
  allow: 'signed-in',
  params: ById,
  response: binary(),
  bytes: true,
})

/** The new one is a file of the same kinds; the one before stays as a version. 422 for a link. */
export const replaceFile = endpoint('POST', '/tools-and-services/files/:id/versions', {
  summary: 'Put a new version in the place of a file',
  allow: 'helpdesk.resource.write',
  params: ById,
  body: z.object({ file: file(), REVISION: z.coerce.number().int().positive().optional() }),
  multipart: true,
  response: ResourceFile,
})
export const listFileVersions = endpoint('GET', '/tools-and-services/files/:id/versions', {
  summary: 'The versions of a file, newest first',
  allow: 'signed-in',
  params: ById,
  response: z.array(
    z.object({ version: z.int(), nombre: z.string(), bytes: z.int(), subidoPor: z.string(), subidoEn: Moment, vigente: z.boolean() }),
  ),
})
export const downloadFileVersion = endpoint('GET', '/tools-and-services/files/:id/versions/:version', {
  summary: 'The bytes of a version of a file',
  allow: 'signed-in',
  params: z.object({ id: Id, version: Id }),
  response: binary(),
  bytes: true,
})
export const fileEvidence = endpoint('GET', '/tools-and-services/files/:id/evidence', {
  summary: 'A file prepared for reading in the page',
  allow: 'signed-in',
  params: ById,
  response: Evidence,
})
/** Links are tried every week; this one now. */
export const checkLink = endpoint('POST', '/tools-and-services/files/:id/check', {
  summary: 'Try whether a link answers',
  allow: 'helpdesk.resource.write',
  params: ById,
  rate: 20,
  response: ResourceFile,
})
/** With the folders in it, as far as the caller sees them; links as a text. */
export const downloadFolder = endpoint('GET', '/tools-and-services/folders/:id/zip', {
  summary: 'A folder with all that is in it, as a ZIP',
  allow: 'signed-in',
  params: ById,
  response: binary(),
  bytes: true,
})
