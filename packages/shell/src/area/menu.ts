import { createContext, use } from 'react'
import type { Viewer } from '../session/permissions.ts'

/** Pages of a menu by their names, in groups; a group's page may stand in another group inside it. */
export type ShownMenu = { group: string; pages: string[] }[]

/** The host fills it: it alone knows the pages of every area. */
export const MenuContext = createContext<(viewer: Viewer) => ShownMenu>(() => [])
/** What the menu shows to whoever has a role and keys, in the language of now. */
export const useMenuOf = () => use(MenuContext)
