import type { PageData } from '@cuadre/shell'

type Crumb = { label: string; to?: string }

/** From the page above down to this one; the last is where one is. */
export function crumbsOf(page: PageData, siblings: readonly PageData[], locale: 'es' | 'en'): Crumb[] {
  const above = siblings.find(({ path }) => path === page.parent)
  const here = { label: page.title[locale] }
  return above ? [...crumbsOf(above, siblings, locale).slice(0, -1), { label: above.title[locale], to: above.path }, here] : [here]
}
