import type { resourceApi } from '@cuadre/api'
import type { ResourceFile } from '@cuadre/api/resource'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as fileRows from './file.repository.ts'
import * as files from './file.service.ts'
import * as folderRows from './folder.repository.ts'
import * as folders from './folder.service.ts'
import { folderZip } from './folder.zip.ts'
import { checkNow } from './link.check.ts'
import * as versions from './version.service.ts'

const COLUMNS: ExportColumn<ResourceFile>[] = [
  { es: 'Carpeta', en: 'Folder', type: 'text', width: 50, of: (f) => f.RUTA.join(' / ') },
  { es: 'Nombre', en: 'Name', type: 'text', of: (f) => f.name },
  { es: 'Descripción', en: 'Description', type: 'text', width: 60, of: (f) => f.description },
  { es: 'Enlace', en: 'Link', type: 'text', width: 60, of: (f) => f.externalLink },
  { es: 'Archivo', en: 'File', type: 'text', of: (f) => f.file?.nombre ?? null },
  { es: 'Bytes', en: 'Bytes', type: 'integer', of: (f) => f.file?.bytes ?? null },
  { es: 'Versión', en: 'Version', type: 'integer', of: (f) => (f.file ? f.version : null) },
  { es: 'Descargas, 30 días', en: 'Downloads, 30 days', type: 'integer', of: (f) => f.descargas },
  { es: 'Actualizado por', en: 'Updated by', type: 'text', of: (f) => f.actualizadoPor },
  { es: 'Actualizado', en: 'Updated', type: 'datetime', of: (f) => f.actualizadoEn },
]

export const resourceRoutes = ({ db, storage, now = () => new Date() }: AppOptions): Handlers<typeof resourceApi> => ({
  listFolders: ({ caller, query }) => folderRows.list(db, caller, query),
  folderTree: ({ caller }) => folders.tree(db, caller),
  getFolder: ({ caller, params }) => folders.get(db, caller, params.id),
  createFolder: ({ caller, body }) => folders.create(db, caller, body),
  updateFolder: ({ caller, params, body }) => folders.update(db, caller, params.id, body),
  deleteFolder: ({ caller, params, query }) => folders.remove(db, caller, params.id, query.contenido ?? false),
  getFolderImage: ({ caller, params }) => folders.getImage(db, storage, caller, params.id),
  uploadFolderImage: ({ caller, params, body }) => folders.setImage(db, storage, caller, params.id, body.file),
  downloadFolder: ({ caller, params }) => folderZip(db, storage, caller, params.id),
  listFiles: ({ caller, query, locale }) =>
    listOrExport(locale, query, { es: 'Recursos', en: 'Resources' }, COLUMNS, (query) => fileRows.list(db, caller, query)),
  getFile: ({ caller, params }) => files.get(db, caller, params.id),
  createFile: ({ caller, body }) => files.create(db, storage, caller, body),
  updateFile: ({ caller, params, body }) => files.update(db, caller, params.id, body),
  deleteFile: ({ caller, params }) => files.remove(db, caller, params.id),
  downloadFile: ({ caller, params }) => files.download(db, storage, caller, params.id),
  replaceFile: ({ caller, params, body }) => versions.replace(db, storage, caller, params.id, body),
  listFileVersions: ({ caller, params }) => versions.list(db, caller, params.id),
  downloadFileVersion: ({ caller, params }) => versions.download(db, storage, caller, params.id, params.version),
  fileEvidence: ({ caller, params }) => files.evidence(db, storage, caller, params.id),
  checkLink: ({ caller, params }) => checkNow(db, caller, params.id, now()),
})
