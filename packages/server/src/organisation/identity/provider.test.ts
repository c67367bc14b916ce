import { ROLE } from '@cuadre/api/roles'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { organisation, type TestServer, testServer } from '../../lab/testing/server.ts'

/** As with Keycloak: passwords are not managed by our API. */
let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer({ signUpDomains: ['corporacion.example'] })
  who = await organisation(server)
})
afterAll(() => server.close())

const token = 'A'.repeat(43)
const email = 'nora@corporacion.example'

test('what the provider does itself is said with the action that leads there', async () => {
  const calls: [string, object, string | null][] = [
    ['/sign-up', { NOMBRE: 'Nora Vidal', email, password: 'cuatro palabras al azar' }, 'register'],
    ['/auth/send-email-verification-code', { email }, 'VERIFY_EMAIL'],
    ['/auth/verify-email-code', { token, code: '123456' }, 'VERIFY_EMAIL'],
    ['/auth/forgot-password', { email }, 'UPDATE_PASSWORD'],
    ['/auth/change-password', { token, password: 'tres tristes tigres' }, 'UPDATE_PASSWORD'],
    ['/me/change-password', { currentPassword: 'una', newPassword: 'otra' }, 'UPDATE_PASSWORD'],
    ['/auth/enable-2fa', { code: '123456' }, 'CONFIGURE_TOTP'],
    [`/user/${who.analista.id}/unlock`, {}, null],
    [`/user/${who.analista.id}/reset-2fa`, {}, null],
    [`/user/${who.analista.id}/sign-out`, {}, null],
  ]
  for (const [url, body, action] of calls)
    expect([url, await server.call({ method: 'POST', url, body, as: who.administrador })]).toMatchObject([
      url,
      { status: 409, body: { code: 'provider_action', current: { action } } },
    ])
  expect((await server.call({ url: '/me/sessions', as: who.analista })).body).toMatchObject([{ id: 'sid-analista', actual: true }])
})

test('the level in the token decides, and the provider asks for the code or for enrolment', async () => {
  await sql`update parameter set value = 1 where type_id = 4`.execute(server.db)
  const level = async (acr: string) => ({ ...who.control, token: await server.sign('control', { acr }) })
  const low = await level('1')
  expect(await server.call({ url: '/me', as: low })).toMatchObject({ status: 403, body: { code: '2fa_required' } })
  expect((await server.call({ method: 'POST', url: '/auth/login', body: {}, as: low })).body).toMatchObject({
    '2FAEnabled': true,
    userId: who.control.id,
    qrCodeUrl: null,
  })
  expect((await server.call({ url: '/auth/2fa', as: low })).body).toEqual({
    enabled: false,
    required: true,
    verified: false,
    recoveryCodesLeft: null,
    qrCodeUrl: null,
    key: null,
    recoveryAction: null,
    action: 'CONFIGURE_TOTP',
  })
  expect((await server.call({ url: '/me', as: await level('2') })).status).toBe(200)
  expect((await server.call({ url: '/me', as: await server.person('otra.analista', [ROLE.analista]) })).status).toBe(200)
  for (const acr of ['0', 'gold', '']) expect((await server.call({ url: '/me', as: await level(acr) })).status).toBe(403)
})
