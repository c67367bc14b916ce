import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { now } from './clock.ts'
import { applyCors, isPreflight } from './cors.ts'
import { readForm } from './form.ts'
import { createInteractions } from './interactions.ts'
import type { IdentityEvent } from './options.ts'
import { serveResource } from './pages/resources.ts'
import { paths } from './paths.ts'
import { createProfile } from './profile.ts'
import { createProvider, type Parts, secondsLeft } from './provider.ts'
import { createSessionIframe } from './session-iframe.ts'
import { createBearer } from './tokens.ts'
import { watch } from './watch.ts'

/** Everything below the realm: our own pages first, the provider for the rest. */
export function createHandler(parts: Parts, log: (event: IdentityEvent) => void) {
  const { options, keys, accounts, artifacts, secondFactor } = parts
  const issuer = new URL(options.issuer)
  const realmPath = `${issuer.pathname}/`
  const provider = createProvider(parts)
  const frames = createSessionIframe(options, provider)
  const profile = createProfile(createBearer(options, keys, accounts, artifacts))
  const interact = createInteractions({ provider, keys, accounts, secondFactor, passwordChanged: options.passwordChanged, log })
  watch(provider, log)

  const routes: Record<string, (ctx: KoaContextWithOIDC) => unknown> = {
    [`GET ${paths.userinfo}`]: profile.userinfo,
    [`POST ${paths.userinfo}`]: profile.userinfo,
    [`GET ${paths.account}`]: profile.account,
    [`GET ${paths.sessionIframe}`]: frames.sessionFrame,
    [`GET ${paths.thirdPartyCookies1}`]: frames.thirdPartyProbe,
    [`GET ${paths.thirdPartyCookies2}`]: frames.thirdPartyAnswer,
    // Accounts are opened by the application, so "register" leads to the same page as "sign in".
    [`GET ${paths.registrations}`]: (ctx) => ctx.redirect(`${realmPath.slice(0, -1)}${paths.authorization}?${ctx.querystring}`),
    [`POST ${paths.logout}`]: postedLogout,
  }

  /** A cross-site POST arrives without our Lax cookies; sent on as a GET it has them. */
  async function postedLogout(ctx: KoaContextWithOIDC) {
    const form = await readForm(ctx.req)
    ctx.redirect(`${realmPath.slice(0, -1)}${paths.logout}?${form}`)
    ctx.status = 303
  }

  const pageCsp = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    // Chromium applies this to where the form is redirected in the end, which is the application.
    `form-action 'self' ${options.appOrigins.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    Object.assign(ctx.state, { realmPath, home: `${options.appOrigins[0]}/` })
    ctx.set('Content-Security-Policy', pageCsp)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.set('X-Content-Type-Options', 'nosniff')
    if (isPreflight(ctx)) ctx.status = 204
    else await next()
    applyCors(ctx, options.appOrigins)
  })

  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    const route = routes[`${ctx.method} ${ctx.path}`]
    if (route) return await route(ctx)
    if (ctx.method === 'GET' && ctx.path.startsWith(paths.resources)) return serveResource(ctx, ctx.path.slice(paths.resources.length))
    if (ctx.path.startsWith(paths.interaction)) {
      if (ctx.method === 'GET' || ctx.method === 'POST') await interact(ctx, ctx.path.slice(paths.interaction.length))
      return
    }
    ctx.state.limits = await options.sessionLimits()
    await next()
    const refreshed = ctx.status === 200 ? ctx.oidc?.entities.RotatedRefreshToken : undefined
    if (refreshed?.sessionUid) {
      await artifacts.extendSession(refreshed.sessionUid, now() + secondsLeft(ctx, refreshed.authTime))
    }
  })

  const callback = provider.callback()
  return (req: IncomingMessage & { originalUrl?: string }, res: ServerResponse) => {
    const url = req.url ?? ''
    if (!url.startsWith(realmPath) || req.method === 'HEAD') {
      res.writeHead(404, { 'Content-Length': '0', 'Cache-Control': 'no-store' }).end()
      return
    }
    // Addresses in answers are built from these, so they come from the issuer and never from the network.
    req.headers.host = issuer.host
    req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    delete req.headers['x-forwarded-host']
    req.originalUrl = url
    req.url = url.slice(realmPath.length - 1)
    callback(req, res)
  }
}
