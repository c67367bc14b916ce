import type { KoaContextWithOIDC } from 'oidc-provider'
import { html, trusted } from './pages/html.ts'
import { show } from './pages/layout.ts'
import { localeOf, texts } from './pages/texts.ts'

/**
 * `form` carries the library's guard against forged logouts and still lacks the answer "yes". Whoever shows the id token of
 * this very session is the application, and has asked already; everybody else gets the question (ASVS 10.6.2).
 */
export function askToSignOut(ctx: KoaContextWithOIDC, form: string) {
  const locale = localeOf(ctx)
  const text = texts[locale]
  const hint = ctx.oidc.entities.IdTokenHint?.payload
  const { session } = ctx.oidc
  const asked = hint !== undefined && hint.sub === session?.accountId && hint.sid === session?.uid
  const yes = html`form="op.logoutForm" name="logout" value="yes"`
  if (asked) {
    const body = html`${trusted(form)}<input type="hidden" ${yes}><noscript><button class="primary" ${yes}>${text.signOut}</button></noscript>`
    show(ctx, locale, { title: text.signingOut, body, script: 'submit.js' })
  } else {
    const body = html`<p class="lead">${text.signOutLead}</p>${trusted(form)}
<button class="primary" ${yes}>${text.signOut}</button>
<a class="button" href="${ctx.state.home}">${text.stay}</a>`
    show(ctx, locale, { title: text.signOutTitle, body })
  }
}

/** Where a sign-out ends that did not say where to go. */
export function showSignedOut(ctx: KoaContextWithOIDC) {
  const locale = localeOf(ctx)
  const text = texts[locale]
  const body = html`<p class="lead">${text.signedOutLead}</p><a class="button" href="${ctx.state.home}">${text.toApplication}</a>`
  show(ctx, locale, { title: text.signedOut, body })
}
