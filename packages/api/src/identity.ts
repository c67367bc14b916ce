import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Done, Email, Id, Moment, NameText } from './shapes.ts'

/*
 * Accounts of the identity provider, as far as the application serves them. The provider owns passwords and second factors; where it is not the
 * embedded one, a call that needs it answers 409 `provider_action`, and `current.action` says what keycloak-js is to ask the provider for:
 * `kc.register()` for `register`, `kc.login({ action })` for the others; without an action it is done in the provider's own administration.
 */

/** Rules are the provider's: 12 to 128 characters, none of the last five, without user name and e-mail. */
const Password = z
  .string()
  .min(1)
  .max(512)
  .meta({ examples: ['cuatro palabras al azar'] })
const Token = z
  .string()
  .min(20)
  .max(200)
  .meta({ examples: ['9CcVt0mYq3nW8fLr2kXbZ5sHd7uJpEaG'] })

/** Answers the same whether or not there is an account. There is none until the e-mail is proved; the token is good for that alone, for 30 minutes. */
export const signUp = endpoint('POST', '/sign-up', {
  summary: 'Ask for an account, where that is allowed',
  // Nobody has an account yet. Off unless e-mail domains are set.
  allow: 'public',
  outside: true,
  rate: 10,
  body: z.object({
    NOMBRE: NameText.min(2).max(120),
    email: Email,
    password: Password,
    locale: z.enum(['es', 'en']).default('es'),
  }),
  response: z.object({
    token: z.string(),
    user: z.object({ NOMBRE: z.string(), email: z.string(), status: z.literal('pendiente') }),
  }),
})
/** 429 within a minute of the one before, or after ten in a day, whoever asks and whatever the address. */
export const sendEmailCode = endpoint('POST', '/auth/send-email-verification-code', {
  summary: 'Send the code that proves an e-mail, to whoever has asked for an account',
  allow: 'public',
  outside: true,
  rate: 10,
  body: z.object({ email: Email }),
  response: Done,
})
/** Six digits, for ten minutes and five tries. The account is made; administration gives it a user. */
export const verifyEmailCode = endpoint('POST', '/auth/verify-email-code', {
  summary: 'Prove the e-mail of an account asked for',
  allow: 'public',
  outside: true,
  rate: 20,
  body: z.object({
    /** Of `sign-up`; may come as the bearer too. */
    token: Token,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/)
      .meta({ examples: ['402913'] }),
  }),
  response: Done,
})
/** Answers the same for every address. The link leads to `/recovery-password#token=…`, once, for 30 minutes. */
export const forgotPassword = endpoint('POST', '/auth/forgot-password', {
  summary: 'Send a link with which to set a new password',
  allow: 'public',
  outside: true,
  rate: 10,
  body: z.object({ email: Email }),
  response: Done,
})
/** Ends every session. 422 at `code` when the account has a second factor: its code, or a recovery code. */
export const changePassword = endpoint('POST', '/auth/change-password', {
  summary: 'Set a new password with the link that was sent',
  allow: 'public',
  outside: true,
  rate: 20,
  body: z.object({ token: Token, password: Password, code: z.string().trim().max(60).optional() }),
  response: Done,
})
/** From the mail to the new address, once, for 30 minutes: the address counts from then on, and both are told. */
export const confirmEmail = endpoint('POST', '/auth/confirm-email', {
  summary: 'Confirm a new address, with the link that was sent to it',
  // Whoever owns the address need not have signed in.
  allow: 'public',
  outside: true,
  rate: 20,
  body: z.object({ token: Token }),
  response: Done,
})
/** From the mail about a change, once, for 72 hours. The account lets nobody in and nothing of it changes for 72 hours, or until an administrator says so. */
export const stopChanges = endpoint('POST', '/auth/stop-changes', {
  summary: 'Stop what others do to my account, with the link of the mail that told me',
  // Who stops it may have lost the sign-in already.
  allow: 'public',
  outside: true,
  rate: 20,
  body: z.object({ token: Token }),
  response: Done,
})
/** Ends the other sessions. A wrong current password counts towards the lock-out. */
export const changeMyPassword = endpoint('POST', '/me/change-password', {
  summary: 'Change my password',
  allow: 'signed-in',
  outside: true,
  rate: 20,
  body: z.object({ currentPassword: Password, newPassword: Password }),
  response: Done,
})

export const SecondFactor = z
  .object({
    enabled: z.boolean(),
    /** Compulsory for one of my roles. */
    required: z.boolean(),
    /** Shown in this session. */
    verified: z.boolean(),
    recoveryCodesLeft: z.int().nullable(),
    /** A data URL with the QR of the key to enrol, and the key itself; null where there is one already, or the sign-in is too old. */
    qrCodeUrl: z.string().nullable(),
    key: z.string().nullable(),
    /** What to ask the provider for to set or replace it there: `kc.login({ action })`. */
    action: z.literal('CONFIGURE_TOTP').nullable(),
    /** The same for new recovery codes, where the provider gives them apart from the enrolment. */
    recoveryAction: z.literal('CONFIGURE_RECOVERY_AUTHN_CODES').nullable(),
  })
  .meta({ id: 'SecondFactor' })
export const getSecondFactor = endpoint('GET', '/auth/2fa', {
  summary: 'My second factor: whether there is one, or the QR to enrol it',
  allow: 'signed-in',
  beforeSecondFactor: true,
  response: SecondFactor,
})
/** The next token asked for silently is of level 2. Replacing one is the provider's page. 409 when there is one, or the sign-in is older than 15 minutes. */
export const enableSecondFactor = endpoint('POST', '/auth/enable-2fa', {
  summary: 'Enrol the second factor whose QR was shown, with a code of it',
  allow: 'signed-in',
  beforeSecondFactor: true,
  outside: true,
  rate: 20,
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{3} ?\d{3}$/)
      .meta({ examples: ['402913'] }),
  }),
  /** Shown this once; each serves once. */
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** Browser and system as the browser named itself when the session was opened here; null where it was not, or says nothing known. */
export const OpenSession = z
  .object({
    id: z.string(),
    INICIO: Moment,
    VENCE: Moment,
    actual: z.boolean(),
    NAVEGADOR: z.string().nullable(),
    SISTEMA: z.string().nullable(),
    MOVIL: z.boolean(),
  })
  .meta({ id: 'OpenSession' })
export type OpenSession = z.output<typeof OpenSession>
const sessionId = z.string().regex(/^[\w-]{1,64}$/)
export const listMySessions = endpoint('GET', '/me/sessions', {
  summary: 'My open sessions at the provider; only this one where the provider keeps them to itself',
  allow: 'signed-in',
  response: z.array(OpenSession),
})
export const endMySession = endpoint('DELETE', '/me/sessions/:id', {
  summary: 'End one of my sessions',
  allow: 'signed-in',
  outside: true,
  params: z.object({ id: sessionId }),
  response: Done,
})
export const endMyOtherSessions = endpoint('DELETE', '/me/sessions', {
  summary: 'End all my sessions but this one',
  allow: 'signed-in',
  outside: true,
  response: Done,
})

/** What administration does to the sign-in of somebody below them; the person is told by mail, with a link that stops it. */
const administration = { allow: 'admin.user.write', outside: true, params: ById, response: Done } as const
export const unlockUser = endpoint('POST', '/user/:id/unlock', {
  summary: 'Let somebody in again who is locked out after failed sign-ins, or has stopped their account',
  ...administration,
})
/** Of roles 2, 3 and 6 it is asked for by one and done when an administrator who is neither of the two makes the same call, within a day. */
export const resetUserSecondFactor = endpoint('POST', '/user/:id/reset-2fa', {
  summary: 'Take away the second factor of somebody who lost it, and sign them out',
  ...administration,
  response: Done.extend({
    /** A second administrator has to do the same. */
    PENDIENTE: z.boolean(),
  }),
})
/** By an administrator, or by who asked for it; 409 where nobody did. Who asked is told, and the person too. */
export const refuseSecondFactorReset = endpoint('DELETE', '/user/:id/reset-2fa', {
  summary: 'Refuse that the second factor of somebody is taken away, as another has asked',
  allow: 'admin.user.write',
  params: ById,
  response: Done,
})
export const signOutUser = endpoint('POST', '/user/:id/sign-out', {
  summary: 'End every session of somebody; the tokens of before are refused at once',
  ...administration,
})
/** A person who has signed in before asks for a new password instead. */
export const inviteUser = endpoint('POST', '/user/:id/invite', {
  summary: 'Send the invitation again, with another temporary password, to somebody who has never signed in',
  ...administration,
})
export const askNewPassword = endpoint('POST', '/user/:id/ask-password', {
  summary: 'Send somebody a link with which to set a new password',
  ...administration,
})

/** `conocidas` is false where the provider keeps sessions to itself: then there may be some that are not listed. */
export const userSessions = endpoint('GET', '/user/:id/sessions', {
  summary: 'Open sessions of somebody, with browser and system; no address is kept',
  allow: 'admin.user.read',
  outside: true,
  params: ById,
  response: z.object({ conocidas: z.boolean(), data: z.array(OpenSession) }),
})
export const endUserSession = endpoint('DELETE', '/user/:id/sessions/:sessionId', {
  summary: 'End one session of somebody; they are told by mail',
  allow: 'admin.user.write',
  outside: true,
  params: z.object({ id: Id, sessionId }),
  response: Done,
})
