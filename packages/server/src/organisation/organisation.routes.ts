import type { organisationApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as organisation from './organisation.service.ts'

export const organisationRoutes = ({ db }: AppOptions): Handlers<typeof organisationApi> => ({
  listBusinesses: ({ caller, query }) => organisation.businesses(db, caller, query),
  createBusiness: ({ caller, body }) => organisation.createBusiness(db, caller, body),
  listSubManagements: ({ caller, query }) => organisation.subManagements(db, caller, query),
  listDepartments: ({ caller, query }) => organisation.departments(db, caller, query),
  getDepartment: ({ caller, params }) => organisation.department(db, caller, params.id),
  createDepartment: ({ caller, body }) => organisation.createDepartment(db, caller, body),
  listHeadings: ({ query }) => organisation.headings(db, query),
})
