import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { tokenVerifier } from './token.ts'

const MINUTE = 60_000
const audience = 'corp-api'
let pairs: Record<'old' | 'new', Awaited<ReturnType<typeof generateKeyPair>>>
let told: (keyof typeof pairs)[]
const server = createServer(async (_, answer) => {
  const keys = await Promise.all(told.map(async (kid) => ({ ...(await exportJWK(pairs[kid].publicKey)), alg: 'RS256', kid })))
  answer.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
})
let port = 0
const comeBack = async () => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}
const leave = async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
const issuer = () => `http://127.0.0.1:${port}`
const sign = (kid: keyof typeof pairs, by = kid) =>
  new SignJWT({ sid: 's', azp: 'cuadre-web' })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
    .setIssuer(issuer())
    .setAudience(audience)
    .setSubject('ana')
    .setIssuedAt()
    .setExpirationTime('3d')
    .sign(pairs[by].privateKey)
const verifier = () => tokenVerifier({ issuer: issuer(), audience, clientId: 'cuadre-web', keys: new URL(issuer()) })
const later = (ms: number) => jest.setSystemTime(Date.now() + ms)

beforeAll(async () => {
  pairs = { old: await generateKeyPair('RS256'), new: await generateKeyPair('RS256') }
  await comeBack()
})
beforeEach(() => {
  told = ['old']
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'performance'],
  })
})
afterAll(async () => {
  jest.useRealTimers()
  if (server.listening) await leave()
})

test('a provider that is away for hours signs nobody out, and lets nobody in whom it does not know', async () => {
  const verify = verifier()
  await expect(verify(await sign('old'))).resolves.toMatchObject({ sub: 'ana' })
  await leave()
  for (const ms of [11 * MINUTE, 5 * 60 * MINUTE]) {
    later(ms)
    await expect(verify(await sign('old'))).resolves.toMatchObject({ sub: 'ana' })
  }
  await expect(verify(await sign('old', 'new'))).rejects.toMatchObject({ status: 401 })
  await expect(verify(await sign('new'))).rejects.toMatchObject({ status: 503, code: 'provider_away' })
  // Whoever was dismissed there yesterday is not trusted for ever.
  later(24 * 60 * MINUTE)
  await expect(verify(await sign('old'))).rejects.toMatchObject({ status: 503, code: 'provider_away' })
  await comeBack()
  await expect(verify(await sign('old'))).resolves.toMatchObject({ sub: 'ana' })
})

test('a server that starts while it is away says so, and goes on once it is back', async () => {
  const verify = verifier()
  await leave()
  await expect(verify(await sign('old'))).rejects.toMatchObject({ status: 503, code: 'provider_away' })
  await comeBack()
  await expect(verify(await sign('old'))).resolves.toMatchObject({ sub: 'ana' })
  await expect(verify('no es un token')).rejects.toMatchObject({ status: 401 })
})

test('a key that the provider took back stops being good, also while nobody brings a new one', async () => {
  const verify = verifier()
  await verify(await sign('old'))
  told = ['new']
  later(11 * MINUTE)
  // This call still has the old ones: they are read again beside it.
  await verify(await sign('old'))
  for (let tries = 0; tries < 100; tries++) {
    const refused = await verify(await sign('old')).catch((error) => error.status)
    if (refused === 401) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the old key is still good')
})
