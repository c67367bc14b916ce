import type { userApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as users from './user.repository.ts'

// Reading only, without a rule of its own: no service between.
export const userRoutes = ({ db }: AppOptions): Handlers<typeof userApi> => ({
  listUsers: ({ query }) => users.staff(db, query),
  listUserTypes: () => users.types(db),
  listMyRoles: ({ caller }) => users.rolesOf(db, caller.userId),
})
