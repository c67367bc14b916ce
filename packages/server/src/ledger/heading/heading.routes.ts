import type { headingApi } from '@cuadre/api'
import type { Heading } from '@cuadre/api/heading'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './heading.repository.ts'
import * as headings from './heading.service.ts'

const COLUMNS: ExportColumn<Heading>[] = [
  { es: 'Código', en: 'Code', type: 'code', of: (h) => h.CODIGO },
  { es: 'Rubro', en: 'Heading', type: 'text', of: (h) => h.NOMBRE },
  { es: 'Ruta', en: 'Path', type: 'text', width: 60, of: (h) => h.RUTA },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', of: (h) => h.CUENTAS },
]

export const headingRoutes = ({ db, zone }: AppOptions): Handlers<typeof headingApi> => ({
  listHeadings: async ({ query, locale }) =>
    listOrExport(locale, query, { es: 'Rubros', en: 'Headings' }, COLUMNS, (query) => repository.list(db, query)),
  headingTree: ({ caller }) => headings.tree(db, caller, zone),
  getHeading: ({ params }) => headings.get(db, params.id),
  createHeading: ({ caller, body }) => headings.create(db, caller, body),
  updateHeading: ({ caller, params, body }) => headings.update(db, caller, params.id, body),
  mergeHeading: ({ caller, params, body }) => headings.merge(db, caller, params.id, body),
  deleteHeading: ({ caller, params }) => headings.remove(db, caller, params.id),
})
