import { useLocation, useTranslation } from '@cuadre/shell'
import { useEffect, useRef } from 'react'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import type { Group } from './menu.ts'
import { NavEntries } from './NavEntry.tsx'

/** The whole menu as a column, with a footer. The page that is open is in view in it. */
export function SideNav({ groups, onNavigate }: { groups: Group[]; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <>
      <Brand />
      <nav ref={nav} className="nav" aria-label={t('nav.main')}>
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
