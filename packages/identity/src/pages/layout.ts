import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Html, html } from './html.ts'
import { resourceUrl } from './resources.ts'
import { type Locale, texts } from './texts.ts'

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#4f46e5"/><path d="M6 9.2h12M6 14.8h7.2" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><circle cx="17" cy="14.8" r="1.45" fill="#fff"/></svg>`
const alert = html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></svg>`

export type Page = { title: string; body: Html; script?: 'page.js' | 'submit.js'; status?: number }

/** The frame of every page a person sees. `switchable`: the address can be loaded again in the other language. */
export function show(ctx: KoaContextWithOIDC, locale: Locale, { title, body, script = 'page.js', status = 200 }: Page, switchable = false) {
  const other: Locale = locale === 'es' ? 'en' : 'es'
  const inOther = new URLSearchParams({ ...(ctx.query as Record<string, string>), kc_locale: other })
  ctx.status = status
  ctx.type = 'html'
  ctx.body = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Cuadre</title>
<link rel="icon" href="${resourceUrl(ctx, 'mark.svg')}" type="image/svg+xml">
<script src="${resourceUrl(ctx, 'theme.js')}"></script>
<link rel="stylesheet" href="${resourceUrl(ctx, 'page.css')}">
<script src="${resourceUrl(ctx, script)}" defer></script>
</head>
<body>
<main>
<div class="brand">${mark}Cuadre</div>
<h1>${title}</h1>
${body}
</main>
${switchable && html`<footer><a href="?${inOther.toString()}" lang="${other}" hreflang="${other}">${texts[other].language}</a></footer>`}
</body>
</html>`.markup
}

export type Field = {
  name: string
  label: string
  error?: string
  /** Attributes that are the same for everybody; written by us. */
  attributes: Html
  value?: string
  autofocus?: boolean
}

/** Label above, error below with its sign, edge in the error's colour; the first wrong field takes the focus. */
export const field = ({ name, label, error, attributes, value = '', autofocus = false }: Field) => html`<div class="field">
<label for="${name}">${label}</label>
<div class="inp"><input id="${name}" name="${name}" value="${value}" ${attributes} required ${autofocus && html`autofocus`} ${
  error !== undefined && html`aria-invalid="true" aria-describedby="${name}-error"`
}></div>
${error && html`<p class="error" id="${name}-error" role="alert">${alert}${error}</p>`}
</div>`
