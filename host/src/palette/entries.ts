import type { Me } from '@cuadre/api/session'
import { mayOpen } from '@cuadre/shell'
import { withoutAccents } from '@cuadre/ui'
import type { ReactNode } from 'react'
import type { Area } from '../federation/areas.ts'
import type { Group } from '../layout/menu.ts'
import { hostPages } from '../pages/pages.ts'

/** A line of the palette: what it is called, under which heading, and what tells it apart from its like. */
export type Line = { id: string; label: string; code?: string; detail?: string; group: string; icon: string; end?: ReactNode }
export type Choice = Line & { path: string }
type Words = { pages: string; actions: string; group: (id: string) => string; locale: 'es' | 'en' }

/** The pages of the user's menu, and their profile and notifications. */
export function destinations(groups: Group[], { pages, group, locale }: Words): Choice[] {
  const own = [hostPages.profile, hostPages.notifications]
  return [
    ...groups.flatMap(({ id, entries }) =>
      entries.map(({ path, label, icon, within }) => ({
        path,
        label: label[locale],
        detail: id === 'top' ? '' : group(within ?? id),
        icon,
      })),
    ),
    ...own.map(({ path, title }) => ({ path, label: title[locale], detail: '', icon: 'users' })),
  ].map((page) => ({ ...page, id: page.path, group: pages }))
}

/** What the person may make: the pages that create something. */
export function actions(areas: Area[], me: Me, { actions, locale }: Words): Choice[] {
  const all = areas.flatMap(({ data }) => Object.values(data?.pages ?? {}))
  return all
    .filter((page) => /\/crear[^/]*$/.test(page.path) && !page.menu && !page.planned && mayOpen(me, page))
    .map(({ path, title, icon, parent }) => ({
      id: path,
      path,
      label: title[locale],
      group: actions,
      icon: icon ?? all.find((page) => page.path === parent)?.icon ?? '',
    }))
}

const wordsOf = (typed: string) => withoutAccents(typed).split(/\s+/).filter(Boolean)
/** Fewer letters are in the name of nearly every group. */
const OF_GROUPS = 3
/** The pages and actions that contain every typed word, by their own name or, from three letters on, that of their group. */
export const foundPlaces = <T extends Line>(all: readonly T[], typed: string): T[] =>
  found(all, typed, wordsOf(typed).join('').length === 0 || wordsOf(typed).join('').length >= OF_GROUPS)
/** The entries that contain every typed word, ignoring accents; those whose label begins with the text come first. */
export function found<T extends Line>(all: readonly T[], typed: string, withDetail = true): T[] {
  const words = wordsOf(typed)
  const rank = ({ label }: T) => (withoutAccents(label).startsWith(words.join(' ')) ? 0 : 1)
  return all
    .filter(({ label, code = '', detail = '' }) =>
      words.every((word) => withoutAccents(`${code} ${label} ${withDetail ? detail : ''}`).includes(word)),
    )
    .sort((a, b) => rank(a) - rank(b))
}

/** The text in parts, every other one what was typed. */
export function highlighted(text: string, typed: string): string[] {
  const words = wordsOf(typed)
  const whole = withoutAccents(text)
  if (!words.some((word) => whole.includes(word))) return [text]
  const letters = [...text.normalize('NFC')]
  const plain = letters.map(withoutAccents)
  // Where a letter is more than one without its accents, places would not agree.
  if (plain.some((letter) => letter.length !== 1)) return [text]
  const line = plain.join('')
  const marked = letters.map(() => false)
  for (const word of words)
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + word.length)) marked.fill(true, at, at + word.length)
  const parts = ['']
  letters.forEach((letter, i) => {
    if (marked[i] !== (parts.length % 2 === 0)) parts.push('')
    parts[parts.length - 1] += letter
  })
  return parts
}
