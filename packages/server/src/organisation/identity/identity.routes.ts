import type { identityApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import * as emails from '../user/email-change.ts'
import * as administration from './administration.service.ts'
import * as invitations from './invitation.service.ts'
import * as passwords from './password.service.ts'
import * as registrations from './registration.service.ts'
import * as secondFactor from './second-factor.service.ts'
import * as sessions from './sessions.service.ts'
import * as stops from './stop.service.ts'

export const identityRoutes = (options: AppOptions): Handlers<typeof identityApi> => ({
  signUp: ({ body }) => registrations.register(options, body),
  sendEmailCode: ({ body, address }) => registrations.sendCode(options, body, address),
  verifyEmailCode: ({ body }) => registrations.verify(options, body),
  forgotPassword: ({ body, locale, address }) => passwords.forgot(options, body, locale, address),
  changePassword: ({ body }) => passwords.reset(options, body),
  confirmEmail: ({ body }) => emails.confirm(options, body),
  stopChanges: ({ body }) => stops.stop(options, body),
  changeMyPassword: ({ caller, session, body }) => passwords.change(options, caller, session, body),
  getSecondFactor: ({ caller, session }) => secondFactor.get(options, caller, session),
  enableSecondFactor: ({ caller, session, body }) => secondFactor.enable(options, caller, session, body),
  listMySessions: ({ session }) => sessions.list(options, session),
  endMySession: ({ session, params }) => sessions.end(options, session, params.id),
  endMyOtherSessions: ({ session }) => sessions.endOthers(options, session),
  unlockUser: ({ caller, params }) => administration.unlock(options, caller, params.id),
  resetUserSecondFactor: async ({ caller, params }) => administration.resetSecondFactor(options, caller, params.id),
  refuseSecondFactorReset: ({ caller, params }) => administration.refuseSecondFactorReset(options.db, caller, params.id),
  signOutUser: ({ caller, params }) => administration.signOut(options, caller, params.id),
  inviteUser: ({ caller, params }) => invitations.invite(options, caller, params.id),
  askNewPassword: ({ caller, params }) => invitations.askPassword(options, caller, params.id),
  userSessions: ({ session, params }) => sessions.listOf(options, session, params.id),
  endUserSession: ({ caller, params }) => sessions.endOf(options, caller, params.id, params.sessionId),
})
