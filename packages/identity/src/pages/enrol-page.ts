import { codeAttributes } from './code-page.ts'
import { html } from './html.ts'
import { field, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

type Offer = { key: string; uri: string; qr: string }

/** `optional`: the application asked on the person's behalf, so the person may decline. */
export function enrolPage(text: Texts, offer: Offer, optional: boolean, error?: string): Page {
  return {
    title: text.enrolTitle,
    body: html`<form method="post" novalidate>
<p class="step">${text.enrolStep1}</p>
<img class="qr" src="${offer.qr}" width="200" height="200" alt="${text.enrolQr}">
<p class="touch"><a class="button" href="${offer.uri}">${text.enrolOpen}</a></p>
<p class="step">${text.enrolKey}<br><code class="key">${offer.key}</code></p>
<p class="step">${text.enrolStep2}</p>
${field({ name: 'code', label: text.code, error, autofocus: error !== undefined, attributes: codeAttributes })}
<button class="primary">${text.activate}</button>
${optional && html`<button class="button" name="cancel" value="yes">${text.cancel}</button>`}
</form>`,
  }
}

export function recoveryCodesPage(text: Texts, recoveryCodes: string[], next: string): Page {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Cuadre\n\n${recoveryCodes.join('\n')}\n`)}`
  return {
    title: text.recoveryTitle,
    body: html`<p class="lead">${text.recoveryShown}</p>
<ol class="codes">${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<a class="button" href="${file}" download="cuadre-codigos.txt">${text.recoveryDownload}</a>
<a class="primary" href="${next}">${text.recoverySaved}</a>`,
  }
}
