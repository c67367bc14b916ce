import { html } from './html.ts'
import { field, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

// Room for a code pasted with spaces in it or around it: cut off after six digits and one space it would be wrong.
export const codeAttributes = html`type="text" inputmode="numeric" autocomplete="one-time-code" spellcheck="false" maxlength="20"`

export function codePage(text: Texts, error?: string): Page {
  return {
    title: text.codeTitle,
    body: html`<p class="lead">${text.codeLead}</p>
<form method="post" novalidate>
${field({ name: 'code', label: text.code, error, autofocus: true, attributes: codeAttributes })}
<button class="primary">${text.verify}</button>
</form>
<p class="aside"><a href="?with=recovery">${text.useRecovery}</a></p>`,
  }
}

export function recoveryPage(text: Texts, error?: string): Page {
  const attributes = html`type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" class="key"`
  return {
    title: text.codeTitle,
    body: html`<p class="lead">${text.recoveryLead}</p>
<form method="post" action="?with=recovery" novalidate>
${field({ name: 'recovery_code', label: text.recoveryCode, error, autofocus: true, attributes })}
<button class="primary">${text.verify}</button>
</form>
<p class="aside"><a href="?">${text.useCode}</a></p>`,
  }
}
