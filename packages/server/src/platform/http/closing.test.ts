import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import Fastify from 'fastify'
import { closePromptly } from './closing.ts'

const NOT_PROMPT_MS = 10_000
async function started() {
  const app = Fastify()
  closePromptly(app)
  let answer = () => {}
  app.get('/slow', () => new Promise((resolve) => (answer = () => resolve('done'))))
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return { app, url, answer: () => answer() }
}

test('a connection that nothing was sent over does not delay the closing', async () => {
  const { app, url } = await started()
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  const began = Date.now()
  await Promise.all([app.close(), once(socket, 'close')])
  expect(Date.now() - began).toBeLessThan(NOT_PROMPT_MS)
})

test('a request under way is answered first, and its connection ends with it', async () => {
  const { app, url, answer } = await started()
  const asked = fetch(new URL('/slow', url))
  await once(app.server, 'request')
  const closed = app.close()
  setTimeout(answer, 1000)
  const response = await asked
  expect([await response.text(), response.headers.get('connection')]).toEqual(['done', 'close'])
  await closed
})
