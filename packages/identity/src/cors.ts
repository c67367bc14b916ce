import type { KoaContextWithOIDC } from 'oidc-provider'
import { paths } from './paths.ts'

const METHODS: Record<string, string> = {
  [paths.token]: 'POST',
  [paths.revocation]: 'POST',
  [paths.userinfo]: 'GET, POST',
  [paths.account]: 'GET',
  [paths.jwks]: 'GET',
  '/.well-known/openid-configuration': 'GET',
}

export const isPreflight = (ctx: KoaContextWithOIDC) => ctx.method === 'OPTIONS' && ctx.path in METHODS

/** Exactly the application's origins, with cookies because keycloak-js sends them. Replaces what the library allows to everybody. */
export function applyCors(ctx: KoaContextWithOIDC, appOrigins: string[]) {
  for (const name of Object.keys(ctx.response.headers)) {
    if (name.startsWith('access-control-')) ctx.remove(name)
  }
  const methods = METHODS[ctx.path]
  if (!methods) return
  ctx.vary('Origin')
  const origin = ctx.get('Origin')
  if (!appOrigins.includes(origin)) return
  ctx.set('Access-Control-Allow-Origin', origin)
  ctx.set('Access-Control-Allow-Credentials', 'true')
  ctx.set('Access-Control-Expose-Headers', 'WWW-Authenticate')
  if (ctx.method !== 'OPTIONS') return
  ctx.set('Access-Control-Allow-Methods', methods)
  ctx.set('Access-Control-Allow-Headers', 'authorization, content-type')
  ctx.set('Access-Control-Max-Age', '3600')
}
