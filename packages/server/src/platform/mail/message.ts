import type { Locale } from '../http/context.ts'
import { say, type TemplateParams } from './templates.ts'

/** A mail as it goes out. `key` is the same at every attempt, so that a receiver can tell a repetition. */
export type Mail = { key: string; to: string; subject: string; text: string; html: string }

export type Waiting = {
  id: number
  email: string
  locale: Locale
  template: string
  params: TemplateParams
  route: string | null
  /** What a digest is made of. */
  items: { template: string; params: TemplateParams; route: string | null }[] | null
}

const frame: Record<Locale, { open: string; footer: string }> = {
  es: { open: 'Abrir en Cuadre', footer: 'Mensaje automático de Cuadre. No responda a este correo.' },
  en: { open: 'Open in Cuadre', footer: 'Automatic message of Cuadre. Do not answer this mail.' },
}

/** @param webUrl where the application is; without it the mail has no link. */
export function compose({ id, email, locale, template, params, route, items }: Waiting, zone: string, webUrl?: string): Mail {
  const { title, text } = say(template, locale, params, zone)
  const { open, footer } = frame[locale]
  const linkTo = (path: string | null) => (webUrl && path ? new URL(path, webUrl).href : undefined)
  // What is secret is not kept in the route, which stays.
  const link = linkTo(route?.replace('{secret}', encodeURIComponent(String(params.secret ?? ''))) ?? null)
  const parts = (items ?? []).map((item) => ({ ...say(item.template, locale, item.params, zone), link: linkTo(item.route) }))
  return {
    key: `cuadre-${id}`,
    to: email,
    // A line break in a name must not begin a header of its own.
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
<p>${escaped(text)}</p>
${parts.map((part) => `<h2>${escaped(part.title)}</h2>\n<p>${escaped(part.text)}${part.link ? ` <a href="${escaped(part.link)}">${open}</a>` : ''}</p>\n`).join('')}${link ? `<p><a href="${escaped(link)}">${open}</a></p>\n` : ''}<hr><p><small>${footer}</small></p>
</body></html>
`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
