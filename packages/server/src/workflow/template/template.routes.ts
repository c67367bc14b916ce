import type { templateApi } from '@cuadre/api'
import type { Template } from '@cuadre/api/template'
import type { AppOptions } from '../../options.ts'
import { TEMPLATE_STATES, TEMPLATE_TYPES } from '../../platform/change/change.words.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './template.repository.ts'
import * as templates from './template.service.ts'
import * as trial from './template.trial.ts'

const COLUMNS: ExportColumn<Template>[] = [
  { es: 'Plantilla', en: 'Template', type: 'text', of: (t) => t.nombre },
  { es: 'Tipo', en: 'Type', type: 'text', of: (t, l) => TEMPLATE_TYPES[t.tipo][l] },
  { es: 'Formato', en: 'Format', type: 'code', of: (t) => t.formato },
  { es: 'Versión', en: 'Version', type: 'integer', of: (t) => t.version },
  { es: 'Estado', en: 'Status', type: 'text', of: (t, l) => TEMPLATE_STATES[t.estado][l] },
  { es: 'Vigente desde', en: 'Valid from', type: 'date', of: (t) => t.vigenteDesde },
  { es: 'Vigente hasta', en: 'Valid until', type: 'date', of: (t) => t.vigenteHasta },
  { es: 'Archivo', en: 'File', type: 'text', of: (t) => t.archivo.nombre },
]

export const templateRoutes = ({ db, storage, zone }: AppOptions): Handlers<typeof templateApi> => ({
  listTemplates: async ({ query, locale }) =>
    listOrExport(locale, query, { es: 'Plantillas', en: 'Templates' }, COLUMNS, (query) => repository.list(db, query)),
  getTemplate: ({ params }) => templates.get(db, params.id),
  createTemplate: ({ caller, body }) => templates.create(db, storage, caller, body),
  updateTemplate: ({ caller, params, body }) => templates.update(db, storage, caller, zone, params.id, body),
  uploadTemplateFile: ({ caller, params, body }) => templates.setFile(db, storage, caller, params.id, body.file),
  uploadTemplateImage: ({ caller, params, body }) => templates.addImage(db, storage, caller, params.id, body.file),
  deleteTemplateImage: ({ caller, params }) => templates.removeImage(db, caller, params.id, params.imageId),
  templateSheet: ({ caller, params, query }) => trial.sheet(db, storage, caller, params.id, query),
  templateExample: ({ caller, params, query }) => trial.example(db, storage, caller, params.id, query),
  templateReach: ({ params }) => templates.reach(db, zone, params.id),
  discardTemplateDraft: ({ caller, params }) => templates.discardDraft(db, caller, params.id),
  getTemplateFile: ({ params }) => templates.file(db, storage, params.name),
})
