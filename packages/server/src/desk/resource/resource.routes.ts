import type { resourceApi } from '@cuadre/api'
import type { ResourceFile } from '@cuadre/api/resource'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as fileRows from './file.repository.ts'
import * as files from './file.service.ts'
import * as folderRows from './folder.repository.ts'
import * as folders from './folder.service.ts'

const COLUMNS: ExportColumn<ResourceFile>[] = [
  { es: 'Nombre', en: 'Name', type: 'text', of: (f) => f.name },
  { es: 'Descripción', en: 'Description', type: 'text', width: 60, of: (f) => f.description },
  { es: 'Enlace', en: 'Link', type: 'text', width: 60, of: (f) => f.externalLink },
  { es: 'Archivo', en: 'File', type: 'text', of: (f) => f.file?.nombre ?? null },
  { es: 'Bytes', en: 'Bytes', type: 'integer', of: (f) => f.file?.bytes ?? null },
  { es: 'Actualizado por', en: 'Updated by', type: 'text', of: (f) => f.actualizadoPor },
  { es: 'Actualizado (UTC)', en: 'Updated (UTC)', type: 'datetime', of: (f) => f.actualizadoEn },
]

export const resourceRoutes = ({ db, storage }: AppOptions): Handlers<typeof resourceApi> => ({
  listFolders: ({ query }) => folderRows.list(db, query),
  folderTree: () => folders.tree(db),
  getFolder: ({ params }) => folders.get(db, params.id),
  createFolder: ({ caller, body }) => folders.create(db, caller, body),
  updateFolder: ({ caller, params, body }) => folders.update(db, caller, params.id, body),
  deleteFolder: ({ caller, params, query }) => folders.remove(db, caller, params.id, query.contenido ?? false),
  getFolderImage: ({ params }) => folders.getImage(db, storage, params.id),
  uploadFolderImage: ({ caller, params, body }) => folders.setImage(db, storage, caller, params.id, body.file),
  listFiles: ({ query, locale }) =>
    listOrExport(locale, query, { es: 'Recursos', en: 'Resources' }, COLUMNS, (query) => fileRows.list(db, query)),
  getFile: ({ params }) => files.get(db, params.id),
  createFile: ({ caller, body }) => files.create(db, storage, caller, body),
  updateFile: ({ caller, params, body }) => files.update(db, caller, params.id, body),
  deleteFile: ({ caller, params }) => files.remove(db, caller, params.id),
  downloadFile: ({ params }) => files.download(db, storage, params.id),
})
