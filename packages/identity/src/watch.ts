import type { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { IdentityEvent } from './options.ts'

/** The provider's own events worth a line in the audit log. */
export function watch(provider: Provider, log: (event: IdentityEvent) => void) {
  provider.on('end_session.success', (ctx) => {
    const { session } = ctx.oidc
    if (session?.accountId) log({ type: 'sign-out', sub: session.accountId, sid: session.uid })
  })
  provider.on('grant.success', (ctx) => {
    const token = ctx.oidc.entities.RefreshToken
    const grant = ctx.oidc.params?.grant_type
    if (grant === 'client_credentials') return log({ type: 'client-token', clientId: ctx.oidc.client?.clientId })
    const type = grant === 'refresh_token' ? 'refresh' : 'session-opened'
    log({ type, sub: token?.accountId, sid: token?.sessionUid })
  })
  provider.on('grant.error', (ctx, error) => {
    const source = ctx.oidc.entities.RefreshToken
    log({ type: 'grant-refused', error: error.error, reason: error.error_detail ?? error.error_description, sub: source?.accountId })
  })
  provider.on('authorization.error', (_ctx, error) => {
    // Asked without a page and answered "nobody is signed in": the ordinary start of the application.
    if (error.error === 'login_required' || error.error === 'interaction_required') return
    log({ type: 'authorization-refused', error: error.error, reason: error.error_description })
  })
  provider.on('server_error', (_ctx, error) => log({ type: 'error', message: error.message, stack: error.stack }))
  // Koa reports what no handler caught; without a listener it would print it.
  ;(provider as EventEmitter).on('error', (error: Error) => log({ type: 'error', message: error.message, stack: error.stack }))
}
