import { NavLink, useTranslation } from '@cuadre/shell'
import { preload } from '../federation/load.ts'
import { Brand } from './Brand.tsx'
import { MenuIcon } from './icons.tsx'
import type { Group } from './menu.ts'

export function SideNav({ groups, onNavigate }: { groups: Group[]; onNavigate?: () => void }) {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'es'
  return (
    <>
      <Brand />
      <nav className="nav" aria-label={t('nav.main')}>
        {groups.map(({ id, entries }) => (
          <div key={id} className="nav-group">
            {id !== 'top' && <div className="nav-title">{t(`menu.${id}`)}</div>}
            {entries.map(({ path, label, icon, area }) => (
              <NavLink
                key={path}
                to={path}
                end
                title={label[language]}
                onClick={onNavigate}
                // The area is on its way before the click.
                onPointerEnter={area ? () => preload(area) : undefined}
                data-unavailable={area && !area.reached ? '' : undefined}
              >
                <MenuIcon name={icon} />
                <span className="nav-label">{label[language]}</span>
                {area && !area.reached && <span className="nav-off">{t('menu.unavailable')}</span>}
              </NavLink>
            ))}
          </div>
        ))}
      </nav>
      <footer className="nav-foot">{t('footer', { year: new Date().getFullYear() })}</footer>
    </>
  )
}
