import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listDeliveries, sendRows } from './delivery.ts'
import { CallFailed, createProgram } from './program.ts'

/** Knows one secret, and refuses every delivery. */
const server = createServer((request, answer) => {
  const [status, body] = request.url!.startsWith('/api/')
    ? [
        422,
        {
          code: 'wrong_fields',
          message: 'Revise los campos señalados.',
          issues: [{ path: 'filas.0.SALDO', message: 'Escriba un texto.' }],
        },
      ]
    : request.headers.authorization === `Basic ${btoa('servicio-erp:el-secreto')}`
      ? [200, { access_token: 'la-credencial', expires_in: 300 }]
      : [401, { error: 'invalid_client', error_description: 'client authentication failed' }]
  answer.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const attempt = (secret: string, at = url) =>
  createProgram({ url: at, tokenUrl: `${url}/token`, clientId: 'servicio-erp', secret })
    .call(sendRows, { body: { filas: [{ CUENTA: '1101', SALDO: '1.00' }] } })
    .then(
      () => undefined,
      (error: unknown) => error,
    )

test('a call that may be repeated takes its key along, another takes none', async () => {
  const keys: unknown[] = []
  const note = ({ url: to, headers }: IncomingMessage) => to!.startsWith('/api/') && keys.push(headers['idempotency-key'])
  server.on('request', note)
  const program = createProgram({ url, tokenUrl: `${url}/token`, clientId: 'servicio-erp', secret: 'el-secreto' })
  const body = { filas: [{ CUENTA: '1101', SALDO: '1.00' }] }
  for (const idempotencyKey of ['saldos-2026-05', undefined])
    await program.call(sendRows, { body }, { idempotencyKey }).catch((error: unknown) => expect(error).toBeInstanceOf(CallFailed))
  // @ts-expect-error: reading is repeated without one
  await program.call(listDeliveries, {}, { idempotencyKey: 'saldos-2026-05' }).catch(() => undefined)
  server.off('request', note)
  expect(keys.slice(0, 2)).toEqual(['saldos-2026-05', undefined])
})

test('what fails says why, field by field, and shows neither the secret nor the token', async () => {
  const refused = await attempt('el-secreto')
  expect(refused).toBeInstanceOf(CallFailed)
  expect(refused).toMatchObject({
    status: 422,
    code: 'wrong_fields',
    message: 'Revise los campos señalados. filas.0.SALDO: Escriba un texto.',
  })
  const wrong = await attempt('otro-secreto')
  expect(wrong).toMatchObject({ status: 401, code: 'invalid_client', message: 'client authentication failed' })
  const nobody = await attempt('el-secreto', 'http://127.0.0.1:1')
  expect(nobody).toMatchObject({ status: null, code: 'ECONNREFUSED' })
  for (const error of [refused, wrong, nobody])
    expect(inspect(error, { depth: 20 }) + JSON.stringify(error)).not.toMatch(/secreto|credencial|Basic/)
})
