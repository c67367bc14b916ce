import { withoutAccents } from '@cuadre/ui'
import type { Group } from '../layout/menu.ts'
import { hostPages } from '../pages/pages.ts'

type Destination = { path: string; label: string; group: string; icon: string }
type Words = { group: (id: string) => string; locale: 'es' | 'en' }

/** The pages of the user's menu, and their profile and notifications. */
export function destinations(groups: Group[], { group, locale }: Words): Destination[] {
  const own = [hostPages.profile, hostPages.notifications]
  return [
    ...groups.flatMap(({ id, entries }) =>
      entries.map(({ path, label, icon, within }) => ({
        path,
        label: label[locale],
        group: id === 'top' ? '' : group(within ?? id),
        icon,
      })),
    ),
    ...own.map(({ path, title }) => ({ path, label: title[locale], group: '', icon: 'users' })),
  ]
}

/** The entries that contain every typed word, ignoring accents; those whose label begins with the text come first. */
export function found<T extends { label: string; group: string }>(all: readonly T[], typed: string): T[] {
  const words = withoutAccents(typed).split(/\s+/).filter(Boolean)
  const rank = ({ label }: T) => (withoutAccents(label).startsWith(words.join(' ')) ? 0 : 1)
  return all
    .filter(({ label, group }) => words.every((word) => withoutAccents(`${label} ${group}`).includes(word)))
    .sort((a, b) => rank(a) - rank(b))
}
