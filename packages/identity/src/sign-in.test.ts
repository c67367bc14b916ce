import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { APP, answerOf, type Bed, createBrowser, createClient, PASSWORD, startBed, tokensOf } from './test-bed.ts'

let bed: Bed
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed.close())

test('Ana signs in and the application receives its three tokens', async () => {
  const client = createClient(bed)
  const { answer, verifier } = await client.signIn()
  expect(Object.fromEntries(answer)).toMatchObject({ state: 's1', iss: bed.issuer, session_state: expect.any(String) })
  const response = await client.exchange(String(answer.get('code')), verifier)
  expect(response.status).toBe(200)
  const { access, refresh, claims, idClaims } = tokensOf(response)
  expect(decodeProtectedHeader(access)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  expect(claims).toMatchObject({
    iss: bed.issuer,
    aud: 'corp-api',
    sub: bed.ana,
    typ: 'Bearer',
    azp: 'cuadre-web',
    acr: '1',
    auth_time: expect.any(Number),
    sid: answer.get('session_state'),
    realm_access: { roles: ['ANALISTA'] },
    resource_access: {},
    preferred_username: 'ana',
    name: 'Ana Pérez',
    email: 'ana@corporacion.example',
  })
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300)
  expect(idClaims).toMatchObject({ aud: 'cuadre-web', sub: bed.ana, nonce: 'n1', sid: claims.sid, acr: '1', preferred_username: 'ana' })
  expect(decodeJwt(refresh)).toMatchObject({ typ: 'Refresh', sid: claims.sid, azp: 'cuadre-web' })
  expect(await bed.identity.sessionAlive(String(claims.sid))).toBe(true)
})
