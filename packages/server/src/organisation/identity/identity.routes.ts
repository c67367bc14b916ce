import type { identityApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as administration from './administration.service.ts'
import * as passwords from './password.service.ts'
import * as registrations from './registration.service.ts'
import * as secondFactor from './second-factor.service.ts'
import * as sessions from './sessions.service.ts'

export const identityRoutes = (options: AppOptions): Handlers<typeof identityApi> => ({
  signUp: ({ body }) => registrations.register(options, body),
  sendEmailCode: ({ body }) => registrations.sendCode(options, body),
  verifyEmailCode: ({ body }) => registrations.verify(options, body),
  forgotPassword: ({ body, locale }) => passwords.forgot(options, body, locale),
  changePassword: ({ body }) => passwords.reset(options, body),
  changeMyPassword: ({ caller, session, body }) => passwords.change(options, caller, session, body),
  getSecondFactor: ({ caller, session }) => secondFactor.get(options, caller, session),
  enableSecondFactor: ({ caller, session, body }) => secondFactor.enable(options, caller, session, body),
  listMySessions: ({ session }) => sessions.list(options, session),
  endMySession: ({ session, params }) => sessions.end(options, session, params.id),
  endMyOtherSessions: ({ session }) => sessions.endOthers(options, session),
  unlockUser: ({ caller, params }) => administration.unlock(options, caller, params.id),
  resetUserSecondFactor: async ({ caller, params }) => administration.resetSecondFactor(options, caller, params.id),
  signOutUser: ({ caller, params }) => administration.signOut(options, caller, params.id),
})
