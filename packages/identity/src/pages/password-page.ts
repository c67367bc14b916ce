import { html } from './html.ts'
import { field, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

export type NewPassword = {
  reason: 'temporary' | 'expired' | 'asked'
  /** The application asked on the person's behalf, so the person may decline. */
  optional: boolean
  errors?: { password?: string; repeat?: string }
}

export function passwordPage(text: Texts, { reason, optional, errors = {} }: NewPassword): Page {
  const attributes = html`type="password" autocomplete="new-password" maxlength="256"`
  return {
    title: text.newPasswordTitle,
    body: html`<p class="lead">${text.newPasswordLeads[reason]}</p>
<form method="post" novalidate>
${field({
  name: 'new_password',
  label: text.newPassword,
  error: errors.password,
  autofocus: errors.repeat === undefined,
  attributes: html`${attributes} data-show="${text.showPassword}" data-hide="${text.hidePassword}"`,
})}
${field({ name: 'repeat_password', label: text.repeatPassword, error: errors.repeat, autofocus: errors.repeat !== undefined, attributes })}
<p class="aside">${text.passwordRules}</p>
<button class="primary">${text.savePassword}</button>
${optional && html`<button class="button" name="cancel" value="yes">${text.cancel}</button>`}
</form>`,
  }
}
