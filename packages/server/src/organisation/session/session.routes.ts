import type { sessionApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { removeAvatar, setAvatar } from './avatar.service.ts'
import * as sessions from './session.service.ts'

export const sessionRoutes = ({ db, auth, credentials, zone, signUpDomains = [], activity }: AppOptions): Handlers<typeof sessionApi> => ({
  authConfig: async () => ({ ...auth, signUp: signUpDomains.length > 0 }),
  login: ({ caller, session, userAgent }) => sessions.open({ db, credentials, zone }, caller, session, userAgent),
  getMe: ({ caller }) => sessions.me({ db, zone }, caller),
  myCountries: ({ caller }) => sessions.countries(db, caller),
  myBusinesses: ({ caller, query }) => sessions.businesses(db, caller, query.countryId),
  mySubManagements: ({ caller }) => sessions.subManagements(db, caller),
  myDepartments: ({ caller }) => sessions.departments(db, caller),
  setContext: ({ caller, body }) => sessions.setContext({ db, zone }, caller, body),
  setActiveRole: ({ caller, body }) => sessions.setActiveRole({ db, zone }, caller, body.rolId),
  setLocale: ({ caller, body }) => sessions.setLocale(db, caller, body.locale),
  setAppearance: ({ caller, body }) => sessions.setAppearance(db, caller, body),
  setAvatar: ({ caller, body }) => setAvatar(db, caller, body.file),
  sendTimings: async ({ body }) => {
    for (const { nombre, seccion, valor } of body.medidas) activity?.timing({ metric: nombre, section: seccion, value: valor })
    return { ok: true }
  },
  removeAvatar: ({ caller }) => removeAvatar(db, caller),
})
