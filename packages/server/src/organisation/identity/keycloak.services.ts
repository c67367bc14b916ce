import type { ServiceClients } from '../../platform/provider/provider.ts'

type Answer<T> = { body: T | undefined; location: string | null } | undefined
/** A call of Keycloak's Admin REST API in the realm; undefined where it answers 404. */
export type Ask = <T>(method: string, path: string, body?: object) => Promise<Answer<T>>

/** A confidential client that can do nothing but ask for tokens of the API for itself. */
const clientOf = ({ clientId, name, audience }: { clientId: string; name: string; audience: string }) => ({
  clientId,
  name,
  enabled: true,
  protocol: 'openid-connect',
  publicClient: false,
  serviceAccountsEnabled: true,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  fullScopeAllowed: false,
  defaultClientScopes: ['basic'],
  optionalClientScopes: [],
  attributes: { 'access.token.header.type.rfc9068': 'true', 'client_credentials.use_refresh_token': 'false' },
  protocolMappers: [
    {
      name: audience,
      protocol: 'openid-connect',
      protocolMapper: 'oidc-audience-mapper',
      config: { 'included.custom.audience': audience, 'access.token.claim': 'true', 'id.token.claim': 'false' },
    },
  ],
})

/** Programs as clients of the realm; needs `manage-clients` besides what accounts need. */
export function keycloakServices(ask: Ask, issuer: string, audience: string): ServiceClients {
  const find = async (clientId: string) =>
    (await ask<{ id: string }[]>('GET', `/clients?${new URLSearchParams({ clientId })}`))?.body?.[0]?.id
  return {
    issuer,
    async renew({ clientId, name }) {
      if (!(await find(clientId))) await ask('POST', '/clients', clientOf({ clientId, name, audience }))
      const id = (await find(clientId))!
      const secret = (await ask<{ value: string }>('POST', `/clients/${id}/client-secret`))!.body!.value
      const account = (await ask<{ id: string }>('GET', `/clients/${id}/service-account-user`))!.body!
      return { sub: account.id, secret }
    },
    async setEnabled(clientId, enabled) {
      const id = await find(clientId)
      if (id) await ask('PUT', `/clients/${id}`, { clientId, enabled })
    },
  }
}
