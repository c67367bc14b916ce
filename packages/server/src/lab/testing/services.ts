import type { ServiceClients } from '../../platform/provider/provider.ts'
import type { Person, TestServer } from './server.ts'

/** A provider's clients, in memory: who may get a token, as the real ones have it. */
export function clientsInMemory() {
  const known = new Map<string, { secret: string; enabled: boolean }>()
  let made = 0
  const services: ServiceClients = {
    issuer: 'http://localhost/realms/corp',
    async renew({ clientId }) {
      const secret = `secreto-${++made}`
      known.set(clientId, { secret, enabled: true })
      return { sub: clientId, secret }
    },
    async setEnabled(clientId, enabled) {
      known.get(clientId)!.enabled = enabled
    },
  }
  return { services, known }
}

type Given = { CLIENTE: string; llaves: string[]; alcance: { ID_PAIS: number; ID_NEGOCIO?: number }[]; NOMBRE?: string }
/** A program made through the API, with a token of its own. */
export async function program(
  server: TestServer,
  as: Person,
  { NOMBRE = 'ERP de pruebas', ...given }: Given,
): Promise<Person & { client: string }> {
  const { status, body } = await server.call({ method: 'POST', url: '/services', as, body: { NOMBRE, ...given } })
  if (status !== 200) throw new Error(`POST /services: ${status} ${JSON.stringify(body)}`)
  return { id: body.id, name: NOMBRE, client: body.CLIENTE, token: await tokenOf(server, body.CLIENTE) }
}

/** As the provider signs it: of nobody's session, and without the claims of a person. */
export const tokenOf = (server: TestServer, client: string) =>
  server.sign(client, { azp: client, sid: undefined, email: undefined, email_verified: undefined })
