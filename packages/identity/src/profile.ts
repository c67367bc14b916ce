import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Account } from './accounts.ts'
import { profileOf } from './tokens.ts'

type Bearer = (authorization: string) => Promise<Account | undefined>

/** `/userinfo` and Keycloak's `/account`: who the access token belongs to, in two vocabularies. */
export function createProfile(bearer: Bearer) {
  const answer = (toBody: (account: Account) => object) => async (ctx: KoaContextWithOIDC) => {
    const account = await bearer(ctx.get('Authorization'))
    if (account) {
      ctx.body = toBody(account)
    } else {
      ctx.status = 401
      ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
      ctx.body = { error: 'invalid_token', error_description: 'the access token is not accepted' }
    }
  }
  return {
    userinfo: answer((account) => ({ sub: account.sub, ...profileOf(account) })),
    account: answer(({ sub, username, email, emailVerified, name, locale }) => ({
      id: sub,
      username,
      email,
      emailVerified,
      name,
      attributes: { locale: [locale] },
    })),
  }
}
