import { html } from './html.ts'
import { field, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

/** `home`: the application's address, where a password that is forgotten is set again. */
type SignInForm = { home: string; login: string; again: boolean; errors?: { login?: string; password?: string } }

export function signInPage(text: Texts, { home, login, again, errors = {} }: SignInForm): Page {
  const passwordFirst = login !== '' && errors.login === undefined
  return {
    title: again ? text.signInAgain : text.signIn,
    body: html`<p class="lead">${again ? text.signInAgainLead : text.signInLead}</p>
<form method="post" novalidate>
${field({
  name: 'username',
  label: text.login,
  value: login,
  error: errors.login,
  autofocus: !passwordFirst,
  attributes: html`type="text" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="254"`,
})}
${field({
  name: 'password',
  label: text.password,
  error: errors.password,
  autofocus: passwordFirst,
  attributes: html`type="password" autocomplete="current-password" maxlength="256" data-show="${text.showPassword}" data-hide="${text.hidePassword}"`,
})}
<button class="primary">${text.signIn}</button>
</form>
<p class="aside"><a href="${home}forgot-password?idioma=${text.locale}">${text.forgot}</a></p>`,
  }
}
