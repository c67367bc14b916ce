import { expect, test } from '@jest/globals'
import { testServer } from '../../lab/testing/server.ts'

test('an open line ends with the server, which does not wait for it', async () => {
  const other = await testServer()
  const person = await other.person('ana', [1])
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${address}/api/notifications/stream`, { headers: { authorization: `Bearer ${person.token}` } })
  const reader = answer.body!.getReader()
  await reader.read()
  const started = Date.now()
  await other.close()
  expect(Date.now() - started).toBeLessThan(5000)
  for (;;) if ((await reader.read().catch(() => ({ done: true }))).done) break
}, 30_000)
