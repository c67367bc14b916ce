import type { ReviewUnit } from './unit.ts'

export const PAGE = 100
export interface Page {
  data: ReviewUnit[]
  total: number
  page: number
  limit: number
}
export interface Pages {
  pages: Page[]
  pageParams: unknown[]
}

/** Every item once, in order: pages overlap when items have left the list since the first was read. */
export const itemsOf = (pages: readonly Page[] | undefined): ReviewUnit[] => {
  const seen = new Set<number>()
  return (pages ?? []).flatMap(({ data }) => data.filter(({ id }) => !seen.has(id) && seen.add(id)))
}

/**
 * What was decided has left the server's list too: the next page is the one in which the items that are still here end,
 * so that none is skipped.
 */
export const nextPage = (last: Page, all: readonly Page[]) => {
  const loaded = itemsOf(all).length
  return loaded < last.total && last.data.length > 0 ? Math.floor(loaded / PAGE) + 1 : undefined
}

const adjust = (pages: Pages, by: number, change: (data: ReviewUnit[], index: number) => ReviewUnit[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page, index) => ({ ...page, total: Math.max(0, page.total + by), data: change(page.data, index) })),
})

/** The list without an item that was decided. */
export const without = (pages: Pages, id: number): Pages =>
  pages.pages.some(({ data }) => data.some((item) => item.id === id))
    ? adjust(pages, -1, (data) => data.filter((item) => item.id !== id))
    : pages

/** The list with an item back in the place it had among the others. */
export const withBack = (pages: Pages, item: ReviewUnit, place: number): Pages => {
  if (pages.pages.length === 0 || itemsOf(pages.pages).some(({ id }) => id === item.id)) return pages
  let before = 0
  let done = false
  return adjust(pages, 1, (data, index) => {
    const at = place - before
    before += data.length
    if (done || (at > data.length && index < pages.pages.length - 1)) return data
    done = true
    return data.toSpliced(Math.max(0, at), 0, item)
  })
}

/** The list with an item as it is now. */
export const withNew = (pages: Pages, item: ReviewUnit): Pages =>
  adjust(pages, 0, (data) => data.map((old) => (old.id === item.id ? item : old)))

/** Where the review goes when an item leaves: to the one after it, or to the one before when it was the last. */
export const neighbour = (items: readonly ReviewUnit[], id: number | undefined) => {
  const at = items.findIndex((item) => item.id === id)
  return at < 0 ? items[0] : (items[at + 1] ?? items[at - 1])
}
