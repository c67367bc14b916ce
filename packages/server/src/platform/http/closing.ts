import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For a request that is just being sent over a new connection. */
const GRACE_MS = 500

/**
 * Nothing but requests under way delays the closing of an application: not a connection that is kept alive after its answer, nor one that a
 * browser has opened ahead and sent nothing over, which Node waits a minute and a half for.
 */
export function closePromptly(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, GRACE_MS).unref()
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
