import type { departmentApi } from '@cuadre/api'
import type { Department } from '@cuadre/api/department'
import type { AppOptions } from '../../options.ts'
import { type ExportColumn, listOrExport, yesNo } from '../../platform/http/export.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as repository from './department.repository.ts'
import * as departments from './department.service.ts'

const COLUMNS: ExportColumn<Department>[] = [
  { es: 'Departamento', en: 'Department', type: 'text', of: (d) => d.DEPARTAMENTO },
  { es: 'Jefatura', en: 'Head', type: 'text', of: (d) => d.JEFE },
  { es: 'Subgerencia', en: 'Sub-management', type: 'text', of: (d) => d.SUB_GERENCIA?.NOMBRE_SUB_GERENCIA ?? null },
  { es: 'Negocio', en: 'Business', type: 'text', of: (d) => d.NEGOCIO.NEGOCIO },
  { es: 'País', en: 'Country', type: 'text', of: (d) => d.PAIS.PAIS },
  { es: 'Cuentas', en: 'Accounts', type: 'integer', of: (d) => d.CUENTAS },
  { es: 'Activo', en: 'Active', type: 'text', of: (d, locale) => yesNo(d.ACTIVO, locale) },
]

export const departmentRoutes = ({ db }: AppOptions): Handlers<typeof departmentApi> => ({
  listDepartments: async ({ caller, query, locale }) =>
    listOrExport(locale, query, { es: 'Departamentos', en: 'Departments' }, COLUMNS, (query) => repository.list(db, caller, query)),
  getDepartment: ({ caller, params }) => departments.get(db, caller, params.id),
  createDepartment: ({ caller, body }) => departments.create(db, caller, body),
  updateDepartment: ({ caller, params, body }) => departments.update(db, caller, params.id, body),
})
