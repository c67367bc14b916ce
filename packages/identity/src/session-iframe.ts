import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { IdentityOptions } from './options.ts'
import { html } from './pages/html.ts'
import { inlineScript } from './pages/resources.ts'
import { paths } from './paths.ts'
import { actions } from './policy.ts'

// What keycloak-js asks of its server beyond OpenID Connect: hidden frames, and a few words in the answer to the authorization.

/** Read by script in the session frame; says whose session this is and is worth nothing by itself. */
const SESSION_COOKIE = 'KEYCLOAK_SESSION'
const PROBE_COOKIE = 'KEYCLOAK_3P_COOKIE'

const sessionScript = inlineScript('session-iframe.js')
const probeScript = inlineScript('3p-cookies.js')

export function createSessionIframe(options: IdentityOptions, provider: Provider) {
  const realmPath = `${new URL(options.issuer).pathname}/`
  const realm = realmPath.split('/').at(-2)
  const secure = options.secureCookies ?? options.issuer.startsWith('https:')
  const readable = { path: realmPath, sameSite: 'lax', secure, httpOnly: false, signed: false, overwrite: true } as const

  provider.on('authorization.success', (ctx, out) => {
    const { session, params, result } = ctx.oidc
    if (!session || !out) return
    out.session_state = session.uid
    if (params?.kc_action) {
      const status = (result?.kc_action as { status?: string } | undefined)?.status
      out.kc_action = params.kc_action
      out.kc_action_status = status ?? (actions.includes(String(params.kc_action)) ? 'cancelled' : 'error')
    }
    ctx.cookies.set(SESSION_COOKIE, `${realm}/${session.accountId}/${session.uid}`, readable)
  })
  // Without the second one, a session that ended on the server would look "changed" at every start of the application.
  provider.on('end_session.success', (ctx) => ctx.cookies.set(SESSION_COOKIE, null, readable))
  provider.on('authorization.error', (ctx, error) => {
    if (error.error === 'login_required') ctx.cookies.set(SESSION_COOKIE, null, readable)
  })

  return {
    sessionFrame(ctx: KoaContextWithOIDC) {
      const body = html`<html data-client="${options.clientId}" data-cookie="${SESSION_COOKIE}" data-origins="${options.appOrigins.join(' ')}">`
      frame(ctx, body.markup, sessionScript)
    },
    /** A cookie with the session cookie's own attributes: if the browser drops it in a frame, it drops the session too. */
    thirdPartyProbe(ctx: KoaContextWithOIDC) {
      ctx.cookies.set(PROBE_COOKIE, '1', { ...readable, httpOnly: true })
      ctx.redirect(`${realmPath.slice(0, -1)}${paths.thirdPartyCookies2}`)
    },
    thirdPartyAnswer(ctx: KoaContextWithOIDC) {
      const arrived = ctx.cookies.get(PROBE_COOKIE, { signed: false }) === '1'
      ctx.cookies.set(PROBE_COOKIE, null, readable)
      frame(ctx, html`<html data-answer="${arrived ? 'supported' : 'unsupported'}">`.markup, probeScript)
    },
  }

  function frame(ctx: KoaContextWithOIDC, root: string, script: ReturnType<typeof inlineScript>) {
    const framers = `'self' ${options.appOrigins.join(' ')}`
    ctx.set('Content-Security-Policy', `default-src 'none'; script-src ${script.source}; frame-ancestors ${framers}`)
    ctx.type = 'html'
    ctx.body = `<!doctype html>${root}<head><meta charset="utf-8"><title></title><script>${script.content}</script></head></html>`
  }
}
