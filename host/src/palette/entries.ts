import type { Group } from '../layout/menu.ts'
import { hostPages } from '../pages/pages.ts'

export type Destination = { path: string; label: string; group: string; icon: string }
type Words = { group: (id: string) => string; locale: 'es' | 'en' }

/** Every page that the person's menu has, and those of their own. */
export function destinations(groups: Group[], { group, locale }: Words): Destination[] {
  const own = [hostPages.profile, hostPages.notifications]
  return [
    ...groups.flatMap(({ id, entries }) =>
      entries.map(({ path, label, icon }) => ({ path, label: label[locale], group: id === 'top' ? '' : group(id), icon })),
    ),
    ...own.map(({ path, title }) => ({ path, label: title[locale], group: '', icon: 'users' })),
  ]
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whatever has every word of what was typed, accents or not; those whose name begins with it first. */
export function found<T extends { label: string; group: string }>(all: readonly T[], typed: string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const rank = ({ label }: T) => (plain(label).startsWith(words.join(' ')) ? 0 : 1)
  return all
    .filter(({ label, group }) => words.every((word) => plain(`${label} ${group}`).includes(word)))
    .sort((a, b) => rank(a) - rank(b))
}
