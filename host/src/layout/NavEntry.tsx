import { currentLocale, NavLink, useTranslation } from '@cuadre/shell'
import { useId } from 'react'
import { MenuIcon } from './icons.tsx'
import type { Entry } from './menu.ts'

/** A link in the navigation. */
function NavEntry({ entry: { path, label, icon, area }, onNavigate }: { entry: Entry; onNavigate?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const away = Boolean(area?.fault)
  return (
    <NavLink to={path} end title={label[currentLocale()]} onClick={onNavigate} data-unavailable={away ? '' : undefined}>
      <MenuIcon name={icon} />
      <span className="nav-label">{label[currentLocale()]}</span>
      {away && <span className="nav-off">{t('menu.unavailable')}</span>}
    </NavLink>
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
