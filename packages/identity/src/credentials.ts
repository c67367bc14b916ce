import type { Accounts } from './accounts.ts'
import type { Artifacts } from './artifacts.ts'
import type { Sql } from './options.ts'
import { createRegistrations } from './registrations.ts'
import { type CodeCheck, readable, type SecondFactor } from './second-factor.ts'

export type Credentials = ReturnType<typeof createCredentials>

/** What an application that serves calls about passwords, second factors and sessions needs of the provider, beside its pages. */
export function createCredentials(sql: Sql, accounts: Accounts, artifacts: Artifacts, secondFactor: SecondFactor) {
  // The key offered belongs to the session: reading it again shows the same one, and nothing is stored before it is proved.
  const enrolmentOf = (sub: string, sid: string) => `session ${sid} ${sub}`
  const { weakness, setPassword, checkPassword, endSessions, endOtherSessions, unlock, removeSecondFactor, passwordChangedAt } = accounts
  return {
    ...createRegistrations(sql),
    weakness,
    setPassword,
    checkPassword,
    endSessions,
    endOtherSessions,
    unlock,
    removeSecondFactor,
    passwordChangedAt,
    sessions: artifacts.sessions,
    endSession: artifacts.endSession,

    async secondFactor(sub: string): Promise<{ enrolled: boolean; recoveryCodesLeft: number }> {
      const enrolled = await secondFactor.isEnrolled(sub)
      return { enrolled, recoveryCodesLeft: enrolled ? await secondFactor.recoveryCodesLeft(sub) : 0 }
    },

    /** `qr`: a data URL. */
    offerSecondFactor: (sub: string, sid: string, label: string): Promise<{ key: string; qr: string }> =>
      secondFactor.offer(enrolmentOf(sub, sid), label),

    /** A first second factor, proved by a code of it; never replaces one. The session is at level 2 from then on. */
    async enrolSecondFactor(sub: string, sid: string, code: string): Promise<{ check: CodeCheck; recoveryCodes: string[] }> {
      const { check, recoveryCodes } = await secondFactor.enrol(sub, enrolmentOf(sub, sid), code, { replace: false })
      if (check === 'right') await artifacts.raiseSession(sub, sid)
      return { check, recoveryCodes: recoveryCodes.map(readable) }
    },

    /** A code of the authenticator, or a recovery code. Counts towards the lock-out. */
    checkCode: (sub: string, code: string): Promise<CodeCheck> =>
      /^\s*(\d\s*){6}$/.test(code) ? secondFactor.verify(sub, code) : secondFactor.redeem(sub, code),
  }
}
