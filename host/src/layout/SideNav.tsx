import { useTranslation } from '@cuadre/shell'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import type { Group } from './menu.ts'
import { NavEntries } from './NavEntry.tsx'

/** The whole menu as a column, with a footer. */
export function SideNav({ groups, onNavigate }: { groups: Group[]; onNavigate?: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Brand />
      <nav className="nav" aria-label={t('nav.main')}>
        {groups.map(({ id, entries }) => (
          <div key={id} className="nav-group">
            {id !== 'top' && <div className="nav-title">{t(`menu.${id}`)}</div>}
            <NavEntries entries={entries} onNavigate={onNavigate} />
          </div>
        ))}
      </nav>
      <Footer />
    </>
  )
}
