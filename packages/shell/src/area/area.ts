import type { Permission } from '@cuadre/api/permissions'
import type { RoleId } from '@cuadre/api/roles'
import type { ComponentType } from 'react'

/** Raised only when the host could no longer run an older area. */
export const CONTRACT = 2

export type Text = { es: string; en: string }
/** The menu's groups, in the specification's order; an entry without a group stands at the top. */
export const MENU_GROUPS = ['administration', 'business-administration', 'statistics', 'accounts', 'parameters', 'helpdesk'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export type PageData = {
  path: `/${string}`
  title: Text
  /** Numeric role ids; absent means any signed-in user (specification §2). */
  roles?: readonly RoleId[]
  permission?: Permission
  /** The page above, for breadcrumbs. */
  parent?: string
  /** The page fills the frame by itself (the review screen); the navigation shrinks to a rail. */
  full?: true
  /** One of the area's `extraHeaders`: a `p.row` that stands between bar and page in every layout, and stays while the page scrolls (specification §2). */
  extraHeader?: string
}
export type AreaData = {
  contract: number
  id: string
  name: Text
  pages: Record<string, PageData>
  menu: readonly { page: string; label: Text; group?: MenuGroup; icon: string; order: number }[]
  /** Pieces of /home, by role. */
  widgets?: Record<string, { roles: readonly RoleId[]; order: number }>
}

/**
 * What area.json says: the data, and from its build the file that is its entry, beside area.json, with the digest it must have; and for who
 * looks ahead what each page and widget needs, by name as each language and under `area` what all do: files beside it, and shared kits.
 */
export type Announced = AreaData & { entry: string; integrity: string; needs?: Record<string, string[]> }

type Draft = Omit<AreaData, 'contract'>
/** What an area says of itself, as plain data: the host builds routes and menu from it before any of its code is loaded. */
export const defineArea = <const A extends Draft>(
  area: A & { menu: readonly (Draft['menu'][number] & { page: keyof A['pages'] & string })[] },
) => ({ contract: CONTRACT, ...area }) as A & { contract: number }

export type Loaded = () => Promise<{ default: ComponentType }>
export type Messages = (locale: 'es' | 'en') => Promise<{ default: Record<string, unknown> }>
export type AreaCode = {
  pages: Record<string, Loaded>
  widgets: Record<string, Loaded>
  extraHeaders?: Record<string, Loaded>
  messages: Messages
}

type ExtraHeaders<A extends Draft> = Extract<A['pages'][keyof A['pages']], { extraHeader: string }>['extraHeader']

/** What an area does: one lazy module for every page, extra header and widget it announced. A missing or misspelt one does not compile. */
export const implementArea = <A extends Draft>(
  code: {
    pages: { [P in keyof A['pages']]: Loaded }
    widgets: { [W in keyof NonNullable<A['widgets']>]: Loaded }
    messages: Messages
  } & ([ExtraHeaders<A>] extends [never] ? unknown : { extraHeaders: Record<ExtraHeaders<A>, Loaded> }),
): AreaCode => code as unknown as AreaCode
