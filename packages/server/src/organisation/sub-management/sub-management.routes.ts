import type { subManagementApi } from '@cuadre/api'
import type { SubManagement } from '@cuadre/api/sub-management'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './sub-management.repository.ts'
import * as subManagements from './sub-management.service.ts'

const COLUMNS: ExportColumn<SubManagement>[] = [
  { es: 'Subgerencia', en: 'Sub-management', type: 'text', of: (s) => s.NOMBRE_SUB_GERENCIA },
  { es: 'Encargado', en: 'Deputy manager', type: 'text', of: (s) => s.ENCARGADO?.NOMBRE ?? null },
  { es: 'Negocio', en: 'Business', type: 'text', of: (s) => s.NEGOCIO },
  { es: 'País', en: 'Country', type: 'text', of: (s) => s.PAIS },
  { es: 'Departamentos', en: 'Departments', type: 'integer', of: (s) => s.DEPARTAMENTOS },
  { es: 'Activo', en: 'Active', type: 'text', of: (s, locale) => yesNo(s.ACTIVO, locale) },
]

export const subManagementRoutes = ({ db }: AppOptions): Handlers<typeof subManagementApi> => ({
  listSubManagements: async ({ caller, query, locale }) =>
    listOrExport(locale, query, { es: 'Subgerencias', en: 'Sub-managements' }, COLUMNS, (query) => repository.list(db, caller, query)),
  getSubManagement: ({ caller, params }) => subManagements.get(db, caller, params.id),
  createSubManagement: ({ caller, body }) => subManagements.create(db, caller, body),
  updateSubManagement: ({ caller, params, body }) => subManagements.update(db, caller, params.id, body),
})
