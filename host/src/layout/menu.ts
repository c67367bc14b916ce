import { type IconName, MENU_GROUPS, type MenuGroup, mayOpen, type PageData, type Viewer } from '@cuadre/shell'
import type { Area } from '../federation/areas.ts'
import { hostPages } from '../pages/pages.ts'

/** `within`: the group inside its group that it stands under. */
export type Entry = { path: string; label: { es: string; en: string }; icon: string; area?: Area; order: number; within?: MenuGroup }
export type Group = { id: Exclude<MenuGroup, Within> | 'top'; entries: Entry[] }

/** Groups that stand inside another, before its own entries (specification §2: Administration; Business Administration (…); Users; …). */
const WITHIN = { 'business-administration': 'administration' } as const
type Within = keyof typeof WITHIN

const GROUP_ICON: Record<Group['id'], IconName> = {
  top: 'home',
  administration: 'users',
  statistics: 'charts',
  accounts: 'accounts',
  parameters: 'parameters',
  helpdesk: 'help',
}
export const groupIcon = (id: Group['id']) => GROUP_ICON[id]

/** A user's menu: the areas' entries that role and permissions allow, in the specification's groups. */
export function menuOf(areas: Area[], me: Viewer): Group[] {
  const entries = [...entriesOf(hostPages, me), ...areas.flatMap((area) => entriesOf(area.data?.pages ?? {}, me, area))]
  const of = (group: MenuGroup | undefined) => entries.filter((entry) => entry.group === group).sort((a, b) => a.order - b.order)
  const inside = (group: MenuGroup) =>
    MENU_GROUPS.filter(isWithin)
      .filter((id) => WITHIN[id] === group)
      .flatMap((within) => of(within).map((entry) => ({ ...entry, within })))
  return [
    { id: 'top' as const, entries: of(undefined) },
    ...MENU_GROUPS.filter((id) => !isWithin(id)).map((id) => ({ id, entries: [...inside(id), ...of(id)] })),
  ].filter(({ entries }) => entries.length > 0)
}
const isWithin = (id: MenuGroup): id is Within => id in WITHIN

const entriesOf = (pages: Record<string, PageData>, me: Viewer, area?: Area) =>
  Object.values(pages).flatMap((page) => {
    if (!page.menu || !mayOpen(me, page)) return []
    const { path, title, icon, menu } = page
    return [{ path, label: menu.label ?? title, icon, group: menu.group, order: menu.order, ...(area && { area }) }]
  })
