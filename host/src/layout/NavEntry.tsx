import { currentLocale, useNavigate, useTranslation } from '@cuadre/shell'
import { createContext, type MouseEvent, use, useId } from 'react'
import { MenuIcon } from './icons.tsx'
import type { Entry } from './menu.ts'

/** The path of the address, for the menu: the router's own links are drawn again with every filter and every item, and a menu has dozens. */
export const CurrentPath = createContext('/')

/** A link in the navigation. */
function NavEntry({ entry: { path, label, icon, area }, onNavigate }: { entry: Entry; onNavigate?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = use(CurrentPath) === path
  const away = Boolean(area?.fault)
  const go = (event: MouseEvent) => {
    onNavigate?.()
    // The browser's own: another window, another tab, a file.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(path, { replace: path === location.pathname + location.search })
  }
  return (
    <a
      href={path}
      className={current ? 'active' : undefined}
      aria-current={current ? 'page' : undefined}
      title={label[currentLocale()]}
      onClick={go}
      data-unavailable={away ? '' : undefined}
    >
      <MenuIcon name={icon} />
      <span className="nav-label">{label[currentLocale()]}</span>
      {away && <span className="nav-off">{t('menu.unavailable')}</span>}
    </a>
  )
}

interface Props {
  entries: readonly Entry[]
  onNavigate?: (() => void) | undefined
}
/** The entries of a group: first those of a group inside it, under its name. */
export function NavEntries({ entries, onNavigate }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const inner = Map.groupBy(entries, ({ within }) => within)
  return [...inner].map(([within, of]) =>
    within ? (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
      <div key={within} role="group" aria-labelledby={`${id}-${within}`} className="nav-inner">
        <div id={`${id}-${within}`} className="nav-subtitle">
          {t(`menu.${within}`)}
        </div>
        {of.map((entry) => (
          <NavEntry key={entry.path} entry={entry} onNavigate={onNavigate} />
        ))}
      </div>
    ) : (
      of.map((entry) => <NavEntry key={entry.path} entry={entry} onNavigate={onNavigate} />)
    ),
  )
}
