/** Markup that is already safe: only the `html` tag makes it. */
export type Html = { readonly markup: string }

type Value = Html | Html[] | string | number | false | undefined

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  return typeof value === 'object' ? value.markup : escapeText(String(value))
}

/** Everything put into the template is escaped, unless it came out of one. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: strings.reduce((markup, part, index) => markup + part + render(values[index]), '') }
}

/** For the one piece of markup that is not ours: the library's logout form. */
export const trusted = (markup: string): Html => ({ markup })
