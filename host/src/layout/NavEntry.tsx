import { currentLocale, NavLink, useTranslation } from '@cuadre/shell'
import { preload } from '../federation/load.ts'
import { MenuIcon } from './icons.tsx'
import type { Entry } from './menu.ts'

/** A link in the navigation, which preloads its area before the click. */
export function NavEntry({ entry: { path, label, icon, area }, onNavigate }: { entry: Entry; onNavigate?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const away = Boolean(area?.fault)
  return (
    <NavLink
      to={path}
      end
      title={label[currentLocale()]}
      onClick={onNavigate}
      onPointerEnter={area && (() => preload(area))}
      data-unavailable={away ? '' : undefined}
    >
      <MenuIcon name={icon} />
      <span className="nav-label">{label[currentLocale()]}</span>
      {away && <span className="nav-off">{t('menu.unavailable')}</span>}
    </NavLink>
  )
}
