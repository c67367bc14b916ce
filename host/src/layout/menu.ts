import type { Me } from '@cuadre/api/session'
import { type AreaData, MENU_GROUPS, type MenuGroup, mayOpen } from '@cuadre/shell'
import type { Area } from '../federation/areas.ts'

export type Entry = { path: string; label: { es: string; en: string }; icon: string; area?: Area; order: number }
export type Group = { id: MenuGroup | 'top'; entries: Entry[] }

const home: Entry = { path: '/home', label: { es: 'Inicio', en: 'Home' }, icon: 'home', order: 0 }

const GROUP_ICON: Record<Group['id'], string> = {
  top: 'home',
  administration: 'users',
  'business-administration': 'business',
  statistics: 'charts',
  accounts: 'accounts',
  parameters: 'parameters',
  helpdesk: 'help',
}
export const groupIcon = (id: Group['id']) => GROUP_ICON[id]

/** A user's menu: the areas' entries that role and permissions allow, in the specification's groups. */
export function menuOf(areas: Area[], me: Me): Group[] {
  const entries = areas.flatMap((area) => (area.data ? allowed(area, area.data, me) : []))
  const of = (group: MenuGroup | undefined) => entries.filter((entry) => entry.group === group).sort((a, b) => a.order - b.order)
  return [{ id: 'top' as const, entries: [home, ...of(undefined)] }, ...MENU_GROUPS.map((id) => ({ id, entries: of(id) }))].filter(
    ({ entries }) => entries.length > 0,
  )
}

const allowed = (area: Area, { menu, pages }: AreaData, me: Me) =>
  menu.flatMap(({ page, label, icon, group, order }) => {
    const target = pages[page]
    return target && mayOpen(me, target) ? [{ path: target.path, label, icon, group, order, area }] : []
  })
