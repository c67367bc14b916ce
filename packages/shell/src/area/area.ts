import { addressOf, type LinkInput, type PageAddress } from '@cuadre/api/pages'
import type { Permission } from '@cuadre/api/permissions'
import type { RoleId } from '@cuadre/api/roles'
import type { ComponentType } from 'react'

/** Raised only when the host could no longer run an older area. */
export const CONTRACT = 3

export type Text = { es: string; en: string }
/** The menu's groups, in the specification's order; an entry without a group stands at the top. */
export const MENU_GROUPS = ['administration', 'business-administration', 'statistics', 'accounts', 'parameters', 'helpdesk'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]
/** What the host has icons for. */
export type IconName =
  | 'home'
  | 'users'
  | 'countries'
  | 'business'
  | 'deputy'
  | 'department'
  | 'roles'
  | 'template'
  | 'heading'
  | 'period'
  | 'analysis'
  | 'accounts'
  | 'upload'
  | 'history'
  | 'transfer'
  | 'charts'
  | 'matrix'
  | 'year'
  | 'trophy'
  | 'parameters'
  | 'clock'
  | 'help'
  | 'faq'
  | 'folder'
  | 'ticket'
  | 'inbox'
  | 'utilities'
  | 'key'
  | 'signOut'
  | 'status'
  | 'roleSettings'
  | 'alerts'
  | 'calendar'
  | 'scale'
  | 'rates'

type Menu = {
  /** The page's title unless given. */
  label?: Text
  group?: MenuGroup
  order: number
}
type PageOptions = {
  title: Text
  /** Numeric role ids; absent means any signed-in user (specification §2). */
  roles?: readonly RoleId[]
  permission?: Permission
  /** One of these besides: without any the page could show nothing. */
  anyOf?: readonly Permission[]
  /** The page fills the frame by itself (the review screen); the navigation shrinks to a rail. */
  full?: true
} & ({ icon: IconName; menu: Menu } | { icon?: IconName; menu?: undefined })

export type PageData = PageOptions & {
  path: `/${string}`
  /** Path of the page above, for breadcrumbs. */
  parent?: string
  /** One of the area's `extraHeaders`: a `p.row` that stands between bar and page in every layout, and stays while the page scrolls (specification §2). */
  extraHeader?: string
  /** This release has no code for it yet: the host says so at its address. */
  planned?: true
}

/** A page as a value: what area.json says of it, and how to link to it. */
export type Page<
  Path extends `/${string}` = `/${string}`,
  Planned extends true | undefined = undefined,
  Header extends string = string,
> = PageData & {
  path: Path
  planned?: Planned
  extraHeader?: Header
  link: (...input: LinkInput<Path>) => PageAddress<Path>
}

/** Path, title, access, place in breadcrumbs and menu, and link of a page: told here and nowhere else. */
export const page = <
  const Path extends `/${string}`,
  const Planned extends true | undefined = undefined,
  const Header extends string = never,
>(
  path: Path,
  { parent, ...options }: PageOptions & { parent?: { path: string }; planned?: Planned; extraHeader?: Header },
): Page<Path, Planned, Header> => ({
  path,
  ...options,
  ...(parent && { parent: parent.path }),
  link: (...input) => addressOf(path, ...input),
})

export type AreaData = {
  contract: number
  id: string
  name: Text
  pages: Record<string, PageData>
  /** Pieces of /home, by role. */
  /** `below`: loaded when it comes into sight, so that the first load has none of it. */
  widgets?: Record<string, { roles: readonly RoleId[]; order: number; below?: boolean }>
}

/**
 * What area.json says: the data, and from its build the file that is its entry, beside area.json, with the digest it must have; and for who
 * looks ahead what each page and widget needs, by name as each language and under `area` what all do: files beside it, and shared kits.
 */
export type Announced = AreaData & { entry: string; integrity: string; needs?: Record<string, string[]> }

type Draft = Omit<AreaData, 'contract'>
/** What an area says of itself, as plain data: the host builds routes and menu from it before any of its code is loaded. */
export const defineArea = <const A extends Draft>(area: A) => ({ contract: CONTRACT, ...area }) as A & { contract: number }

/** A query of the contract (`query` of the shell), with nothing of where it is shown. */
export type FirstQuery = { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<unknown> }
/**
 * What a page asks the server as soon as it is there, by its address, its person's role and what they may: a page's module exports it as `first`, so that
 * the host can ask when somebody is about to go there, before the page is drawn. The page asks the same queries itself.
 */
export type First = (at: {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  role: number
  can: (key: Permission) => boolean
}) => readonly FirstQuery[]
export type Loaded = () => Promise<{ default: ComponentType; first?: First }>
export type LoadedFirst = () => Promise<{ first: First }>
export type Messages = (locale: 'es' | 'en') => Promise<{ default: Record<string, unknown> }>
export type AreaCode = {
  pages: Record<string, Loaded>
  widgets: Record<string, Loaded>
  extraHeaders?: Record<string, Loaded>
  /** `first` of a page in a file of its own as well: it is here before the page's code, and what it asks leaves while that is on its way. */
  firsts?: Record<string, LoadedFirst>
  messages: Messages
}

type Pages<A extends Draft> = A['pages']
type ExtraHeaders<A extends Draft> = Exclude<Pages<A>[keyof Pages<A>]['extraHeader'], undefined>
/** Names of the pages that need code. */
type Built<A extends Draft> = { [Name in keyof Pages<A>]: Pages<A>[Name]['planned'] extends undefined ? Name : never }[keyof Pages<A>]

/** What an area does: one lazy module for every page, extra header and widget it announced. A missing or misspelt one does not compile. */
export const implementArea = <A extends Draft>(
  code: {
    pages: { [Name in Built<A>]: Loaded }
    widgets: { [W in keyof NonNullable<A['widgets']>]: Loaded }
    firsts?: { [Name in Built<A>]?: LoadedFirst }
    messages: Messages
  } & ([ExtraHeaders<A>] extends [never] ? unknown : { extraHeaders: Record<ExtraHeaders<A>, Loaded> }),
): AreaCode => code as unknown as AreaCode
