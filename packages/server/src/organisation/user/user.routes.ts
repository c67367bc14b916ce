import type { userApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { changeMany } from './bulk.service.ts'
import { importPeople } from './import.service.ts'
import { setSignature, signature } from './signature.service.ts'
import { sendToSupport } from './support.service.ts'
import * as users from './user.service.ts'

/** @param userAccounts lists the accounts of a user, which is code of the ledger */
export const userRoutes = (
  options: AppOptions,
  { userAccounts }: Pick<Handlers<typeof userApi>, 'userAccounts'>,
): Handlers<typeof userApi> => ({
  userAccounts,
  listUsers: ({ caller, query }) => users.list(options.db, caller, query),
  besideUser: ({ params, query }) => users.beside(options.db, params.id, query),
  getUser: ({ params }) => users.get(options, params.id),
  createUser: ({ caller, body }) => users.create(options, caller, body),
  updateUser: ({ caller, params, body }) => users.update(options, caller, params.id, body),
  importUsers: ({ caller, body }) => importPeople(options, caller, body),
  changeUsers: ({ caller, body }) => changeMany(options, caller, body),
  userActivity: ({ caller, params, query }) => users.activity(options, caller, params.id, query),
  uploadSignature: ({ caller, params, body }) => setSignature(options, caller, params.id, body.file),
  userSignature: ({ caller, params }) => signature(options, caller, params.id),
  listUserTypes: () => users.types(options.db),
  listMyRoles: ({ caller }) => users.rolesOf(options.db, caller.userId),
  sendSupportEmail: ({ body, address }) => sendToSupport(options, body, address),
})
