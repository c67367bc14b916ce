import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The system that is told of events: it keeps the numbers of what arrived. */
export async function otherSystem() {
  const arrived = new Set<number>()
  const server = createServer((request, answer) => {
    arrived.add(Number(request.headers['cuadre-delivery']))
    request.resume().on('end', () => answer.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    arrived,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
