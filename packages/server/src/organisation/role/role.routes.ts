import type { roleApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as access from './access.service.ts'
import * as roles from './role.service.ts'

export const roleRoutes = ({ db, zone, now }: AppOptions): Handlers<typeof roleApi> => ({
  roleOptions: () => roles.options(db),
  listRoles: ({ query }) => roles.list(db, query),
  createRole: ({ caller, body }) => roles.create(db, caller, body),
  updateRole: ({ caller, body }) => roles.update(db, caller, body),
  removeRole: ({ caller, query }) => roles.remove(db, caller, query.id),
  setRoleKeys: ({ caller, params, body }) => roles.setKeys(db, caller, params.id, body),
  typePermissions: ({ params, query }) => roles.permissionsOf(db, params.id, query.userId),
  setPermission: ({ caller, body }) => roles.setOnePermission({ db, zone, now }, caller, body),
  simulateRoleKeys: ({ caller, params, body }) => access.simulate(db, caller, params.id, body),
  listKeyHolders: ({ query }) => access.holders(db, query),
  personView: ({ caller, params, query }) => access.viewOf(db, caller, params.id, query.rolId),
  personAccess: ({ params }) => access.ofPerson(db, params.id),
  changeHistory: ({ query }) => roles.history(db, query),
})
