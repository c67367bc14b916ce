import { Outlet, type PageData, useLocation, useMatches, useMe, useTranslation } from '@cuadre/shell'
import { Loader } from '@cuadre/ui'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import type { Area } from '../federation/areas.ts'
import { menuOf } from './menu.ts'
import { SideNav } from './SideNav.tsx'
import { TopBar } from './TopBar.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** Navigation at the side, context at the top, the page in the middle. A full page turns the navigation into a rail. */
export default function Frame({ areas }: { areas: Area[] }) {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const groups = useMemo(() => menuOf(areas, me), [areas, me])
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const page = useMatches()
    .flatMap(({ handle }) => (isHandle(handle) ? [handle.page] : []))
    .at(-1)

  useEffect(() => {
    if (page) document.title = `${page.title[i18n.language === 'en' ? 'en' : 'es']} · Cuadre`
  }, [page, i18n.language])
  useEffect(() => drawer.current?.close(), [pathname])

  return (
    <div className={page?.full ? 'frame frame-rail' : 'frame'}>
      <a className="skip" href="#main">
        {t('nav.skip')}
      </a>
      <aside className="side">
        <SideNav groups={groups} />
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the one on its backdrop */}
      <dialog
        ref={drawer}
        className="side side-drawer"
        aria-label={t('nav.main')}
        onClick={(event) => event.target === drawer.current && drawer.current?.close()}
      >
        <SideNav groups={groups} onNavigate={() => drawer.current?.close()} />
      </dialog>
      <div className="body">
        <TopBar onMenu={() => drawer.current?.showModal()} />
        <main id="main" tabIndex={-1}>
          <Suspense fallback={<Loader />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <UnsavedGuard />
    </div>
  )
}

const isHandle = (handle: unknown): handle is { page: PageData } => typeof handle === 'object' && handle !== null && 'page' in handle
