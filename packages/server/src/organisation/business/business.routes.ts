import type { businessApi } from '@cuadre/api'
import type { Business } from '@cuadre/api/business'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './business.repository.ts'
import * as businesses from './business.service.ts'

const COLUMNS: ExportColumn<Business>[] = [
  { es: 'Negocio', en: 'Business', type: 'text', of: (b) => b.NEGOCIO },
  { es: 'Código', en: 'Code', type: 'code', of: (b) => b.CODIGO },
  { es: 'País', en: 'Country', type: 'text', of: (b) => b.PAIS },
  { es: 'Moneda', en: 'Currency', type: 'code', of: (b) => b.MONEDA },
  { es: 'Departamentos', en: 'Departments', type: 'integer', of: (b) => b.DEPARTAMENTOS },
  { es: 'Activo', en: 'Active', type: 'text', of: (b, locale) => yesNo(b.ACTIVO, locale) },
]

export const businessRoutes = ({ db, storage }: AppOptions): Handlers<typeof businessApi> => ({
  listBusinesses: async ({ caller, query, locale }) =>
    listOrExport(locale, query, { es: 'Negocios', en: 'Businesses' }, COLUMNS, (query) => repository.list(db, caller, query)),
  getBusiness: ({ caller, params }) => businesses.get(db, caller, params.id),
  createBusiness: ({ caller, body }) => businesses.create(db, caller, body),
  updateBusiness: ({ caller, params, body }) => businesses.update(db, caller, params.id, body),
  getBusinessImage: ({ caller, params }) => businesses.getImage(db, storage, caller, params.id),
  uploadBusinessImage: ({ caller, params, body }) => businesses.setImage(db, storage, caller, params.id, body.file),
})
