import { useTranslation } from '@cuadre/shell'
import { memo, use, useEffect, useRef } from 'react'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import type { Group } from './menu.ts'
import { CurrentPath, NavEntries } from './NavEntry.tsx'

/** The whole menu as a column, with a footer. The page that is open is in view in it. */
export const SideNav = memo(({ groups, onNavigate }: { groups: Group[]; onNavigate?: () => void }) => {
  const { t } = useTranslation()
  const path = use(CurrentPath)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // With the layout of the next frame, not with one of its own.
    const frame = requestAnimationFrame(() => nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [path])
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
})
