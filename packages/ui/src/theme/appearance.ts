/** The choices of the preferences drawer, as attributes of <html>: nothing is rendered when they change. */
export const accents = ['indigo', 'blue', 'teal', 'green', 'orange', 'red', 'purple', 'gray'] as const
export const levels = [400, 500, 600, 700, 800] as const
export const sizes = ['xs', 'sm', 'md', 'lg'] as const
/** Where navigation and context stand (specification §2). */
export const layouts = ['classic', 'modern', 'stacked', 'simple', 'decked', 'blank'] as const

export type Accent = (typeof accents)[number]
export type Level = (typeof levels)[number]
export type ControlSize = (typeof sizes)[number]
export type LayoutName = (typeof layouts)[number]

export interface Appearance {
  theme: 'light' | 'dark'
  accent: Accent
  level: Level
  size: ControlSize
  dir: 'ltr' | 'rtl'
  layout: LayoutName
}

export const defaultAppearance: Appearance = {
  theme: 'light',
  accent: 'indigo',
  level: 600,
  size: 'md',
  dir: 'ltr',
  layout: 'modern',
}

/** The level that is painted: white text needs 4.5:1, so the light ones step darker. styles/tokens.css says the same. */
export const solidLevel = (accent: Accent, level: Level): Level => (level >= 600 ? level : accent === 'gray' ? 500 : 600)

export const applyAppearance = (appearance: Appearance, root: HTMLElement = document.documentElement) => {
  root.dataset.theme = appearance.theme
  root.classList.toggle('dark', appearance.theme === 'dark')
  root.dataset.accent = appearance.accent
  root.dataset.level = String(appearance.level)
  root.dataset.size = appearance.size
  root.dir = appearance.dir
}
