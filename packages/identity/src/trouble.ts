import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { html } from './pages/html.ts'
import { show } from './pages/layout.ts'
import { localeOf, texts } from './pages/texts.ts'

/** A page for what cannot be sent back to the application: stale forms, unknown redirect addresses, malformed requests. */
export function showError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }, error: Error) {
  const locale = localeOf(ctx)
  const text = texts[locale]
  const stale = error instanceof errors.SessionNotFound
  const detail = html`<p class="aside">${text.errorCode}: <code>${out.error}</code> ${out.error_description}</p>`
  const body = html`<p class="lead">${stale ? text.staleLead : text.errorLead}</p>
<a class="primary" href="${ctx.state.home}">${text.toApplication}</a>
${!stale && detail}`
  show(ctx, locale, { title: stale ? text.staleTitle : text.errorTitle, body, status: Math.max(ctx.status, 400) })
}
