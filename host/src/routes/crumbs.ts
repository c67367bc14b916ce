import { AREA_ROUTES, type RouteData } from './routes.ts'

type Crumb = { label: string; to?: string }

/** From the page above down to this one; the last is where one is. */
export function crumbsOf(route: RouteData, locale: 'es' | 'en'): Crumb[] {
  const above = AREA_ROUTES.find(({ path }) => path === route.parent)
  const here = { label: route.title[locale] }
  return above ? [...crumbsOf(above, locale).slice(0, -1), { label: above.title[locale], to: above.path }, here] : [here]
}
