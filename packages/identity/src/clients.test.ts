import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { type Bed, startBed } from './test-bed.ts'

let bed: Bed
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed?.close())

async function ask(clientId: string, secret: string, more: Record<string, string> = {}) {
  const response = await fetch(`${bed.local}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...more }),
  })
  return { status: response.status, body: (await response.json()) as { access_token: string; error?: string; refresh_token?: string } }
}

describe('a program', () => {
  test('gets a token for its secret: of the API, of nobody’s session, with nothing to renew it', async () => {
    const { sub, secret } = await bed.identity.clients.renew({ clientId: 'servicio-erp', name: 'ERP' })
    const { status, body } = await ask('servicio-erp', secret)
    expect([status, body.refresh_token]).toEqual([200, undefined])
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    const claims = decodeJwt(body.access_token)
    expect(claims).toMatchObject({ iss: bed.issuer, aud: 'corp-api', azp: 'servicio-erp', sub })
    expect(Object.keys(claims).filter((name) => ['sid', 'email', 'acr', 'preferred_username', 'realm_access'].includes(name))).toEqual([])
    expect(bed.events).toContainEqual({ type: 'client-token', clientId: 'servicio-erp' })
  })

  test('gets none with another secret, without one, or in the form of another client', async () => {
    const { secret } = await bed.identity.clients.renew({ clientId: 'servicio-uno', name: 'Uno' })
    for (const [clientId, shown] of [
      ['servicio-uno', `${secret}x`],
      ['servicio-uno', ''],
      ['servicio-nadie', secret],
      ['cuadre-web', secret],
    ] as const) {
      const { status, body } = await ask(clientId, shown)
      expect([clientId, status, body.access_token]).toEqual([clientId, expect.any(Number), undefined])
      expect([400, 401]).toContain(status)
    }
  })

  test('has one secret: a new one ends that of before', async () => {
    const before = await bed.identity.clients.renew({ clientId: 'servicio-dos', name: 'Dos' })
    const after = await bed.identity.clients.renew({ clientId: 'servicio-dos', name: 'Dos' })
    expect((await ask('servicio-dos', before.secret)).status).toBe(401)
    expect((await ask('servicio-dos', after.secret)).status).toBe(200)
  })

  test('that is disabled gets none, and again when it is enabled', async () => {
    const { secret } = await bed.identity.clients.renew({ clientId: 'servicio-tres', name: 'Tres' })
    await bed.identity.clients.setEnabled('servicio-tres', false)
    expect((await ask('servicio-tres', secret)).status).toBe(401)
    await bed.identity.clients.setEnabled('servicio-tres', true)
    expect((await ask('servicio-tres', secret)).status).toBe(200)
  })

  test('signs nobody in', async () => {
    const { secret } = await bed.identity.clients.renew({ clientId: 'servicio-cuatro', name: 'Cuatro' })
    const others: Record<string, string>[] = [
      { grant_type: 'password', username: 'ana', password: 'x' },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    ]
    for (const form of others) expect((await ask('servicio-cuatro', secret, form)).status).toBe(400)
  })

  test('leaves only the hash of its secret in the database', async () => {
    const { secret } = await bed.identity.clients.renew({ clientId: 'servicio-cinco', name: 'Cinco' })
    const { rows } = await bed.sql('select * from identity.client')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
