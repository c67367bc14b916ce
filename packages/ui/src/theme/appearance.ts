/** The user's choices in the preferences drawer, as attributes of <html>, so that nothing has to render when they change. */
export const accents = ['indigo', 'blue', 'teal', 'green', 'orange', 'red', 'purple', 'gray'] as const
export const levels = [400, 500, 600, 700, 800] as const
export const sizes = ['xs', 'sm', 'md', 'lg'] as const
/** Arrangements of navigation and content (specification §2). */
export const layouts = ['classic', 'modern', 'stacked', 'simple', 'decked', 'blank'] as const

type Accent = (typeof accents)[number]
export type Level = (typeof levels)[number]
type ControlSize = (typeof sizes)[number]
type LayoutName = (typeof layouts)[number]

export interface Appearance {
  theme: 'light' | 'dark'
  accent: Accent
  level: Level
  size: ControlSize
  dir: 'ltr' | 'rtl'
  layout: LayoutName
  /** Single keys as shortcuts; on unless it says no. */
  shortcuts?: boolean | undefined
}

export const defaultAppearance: Appearance = {
  theme: 'light',
  accent: 'indigo',
  level: 600,
  size: 'md',
  dir: 'ltr',
  layout: 'modern',
  shortcuts: true,
}

/** The colour level used under white text, which needs a contrast of 4.5:1; lighter levels are darkened. styles/tokens.css has the same rule. */
export const solidLevel = (accent: Accent, level: Level): Level => (level >= 600 ? level : accent === 'gray' ? 500 : 600)

export const applyAppearance = (appearance: Appearance, root: HTMLElement = document.documentElement) => {
  root.dataset.theme = appearance.theme
  root.classList.toggle('dark', appearance.theme === 'dark')
  root.dataset.accent = appearance.accent
  root.dataset.level = String(appearance.level)
  root.dataset.size = appearance.size
  root.dir = appearance.dir
}
