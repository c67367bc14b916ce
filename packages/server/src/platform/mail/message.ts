import type { Locale } from '../http/context.ts'
import { renderTemplate, type TemplateParams } from './templates.ts'

/** A mail ready to send. `key` stays the same at every attempt, so that the receiving server can recognise a repetition. */
export type Mail = { key: string; to: string; subject: string; text: string; html: string }

export type QueuedMail = {
  id: number
  email: string
  locale: Locale
  template: string
  params: TemplateParams
  route: string | null
  /** The messages of a digest. */
  items: { template: string; params: TemplateParams; route: string | null }[] | null
}

const frame: Record<Locale, { open: string; footer: string }> = {
  es: { open: 'Abrir en Cuadre', footer: 'Mensaje automático de Cuadre. No responda a este correo.' },
  en: { open: 'Open in Cuadre', footer: 'Automatic message of Cuadre. Do not answer this mail.' },
}

/** @param webUrl the address of the application; without it the mail has no link */
export function compose({ id, email, locale, template, params, route, items }: QueuedMail, zone: string, webUrl?: string): Mail {
  const { title, text } = renderTemplate(template, locale, params, zone)
  const { open, footer } = frame[locale]
  const linkTo = (path: string | null) => (webUrl && path ? new URL(path, webUrl).href : undefined)
  // The secret is not part of the stored route, because the route is kept after the mail is sent.
  const link = linkTo(route?.replace('{secret}', encodeURIComponent(String(params.secret ?? ''))) ?? null)
  const parts = (items ?? []).map((item) => ({ ...renderTemplate(item.template, locale, item.params, zone), link: linkTo(item.route) }))
  return {
    key: `cuadre-${id}`,
    to: email,
    // A line break in a name must not start another mail header.
    subject: title.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    text: [
      text,
      ...parts.map((part) => [`* ${part.title}`, `  ${part.text}`, ...(part.link ? [`  ${part.link}`] : [])].join('\n')),
      ...(link ? [`${open}: ${link}`] : []),
      `-- \n${footer}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: `<!doctype html>
<html lang="${locale}"><body>
<h1>${escaped(title)}</h1>
<p style="white-space: pre-line">${escaped(text)}</p>
${parts.map((part) => `<h2>${escaped(part.title)}</h2>\n<p style="white-space: pre-line">${escaped(part.text)}${part.link ? ` <a href="${escaped(part.link)}">${open}</a>` : ''}</p>\n`).join('')}${link ? `<p><a href="${escaped(link)}">${open}</a></p>\n` : ''}<hr><p><small>${footer}</small></p>
</body></html>
`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
