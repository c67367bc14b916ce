import { pageLink } from '@cuadre/api/pages'
import type { Me } from '@cuadre/api/session'
import { mayOpen } from '@cuadre/shell'
import type { Area } from '../federation/areas.ts'

const MOST = 300

/**
 * Where a person asks for help from the page that they are on: the form that writes a ticket, or for roles without it the same one among
 * their requests. Undefined while no area has either.
 */
export function helpFrom(areas: Area[], me: Me, reference?: string): string | undefined {
  const pages = areas.flatMap(({ data }) => Object.values(data?.pages ?? {})).filter((page) => !page.planned && mayOpen(me, page))
  const has = (path: string) => pages.some((page) => page.path === path)
  const { pathname, search } = location
  const from = {
    desde: decodeURI(pathname + search).slice(0, MOST),
    titulo: document.title.replace(/ · Cuadre$/, '').slice(0, 150),
    ref: reference && /^[\w.:-]{1,80}$/.test(reference) ? reference : undefined,
  }
  if (has('/tickets-soporte/crear')) return pageLink('/tickets-soporte/crear', from)
  return has('/ayuda/solicitudes') ? pageLink('/ayuda/solicitudes', { crear: 1, ...from }) : undefined
}
