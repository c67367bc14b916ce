import {
  mayOpen,
  Outlet,
  onContextChanged,
  onPermissionsFailed,
  type PageData,
  useLocation,
  useMatches,
  useMe,
  useSession,
  useTranslation,
} from '@cuadre/shell'
import { Loader, notify, Overlay, Skeleton } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Area } from '../federation/areas.ts'
import type { AreaPart } from '../federation/load.ts'
import { PaletteKey } from '../palette/PaletteKey.tsx'
import { SessionEnding } from '../session/SessionEnding.tsx'
import { adoptAppearance, useAppearance } from './appearance.ts'
import { Footer } from './Footer.tsx'
import { MenuBar } from './MenuBar.tsx'
import { menuOf } from './menu.ts'
import { CurrentPath } from './NavEntry.tsx'
import { NewRelease } from './NewRelease.tsx'
import { Offline } from './Offline.tsx'
import { SideNav } from './SideNav.tsx'
import { StackedNav } from './StackedNav.tsx'
import { TopBar } from './TopBar.tsx'
import { Unread } from './Unread.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/**
 * Navigation, context and page in the user's layout. All six layouts render one tree in which the page keeps its position, so changing the
 * layout does not lose what is being typed. A full page turns the side navigation into a rail.
 */
export default function Frame({ areas, AreaView }: { areas: Area[]; AreaView: ComponentType<AreaPart> }) {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const client = useQueryClient()
  const { layout } = useAppearance()
  const groups = useMemo(() => menuOf(areas, me), [areas, me])
  const [switching, setSwitching] = useState(false)
  const drawer = useRef<HTMLDialogElement>(null)
  /** Wide windows never open it. */
  const [drawerUsed, setDrawerUsed] = useState(false)
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { page, area } =
    useMatches()
      .flatMap(({ handle }) => (isHandle(handle) ? [handle] : []))
      .at(-1) ?? {}
  const extra = page && mayOpen(me, page) && page.extraHeader
  const title = page?.title[i18n.language === 'en' ? 'en' : 'es']

  // Before painting, also on a device without stored appearance.
  useLayoutEffect(() => adoptAppearance(me.id, me.appearance), [me.id, me.appearance])
  useEffect(() => {
    const gone = onContextChanged(() => void client.invalidateQueries())
    return () => void gone()
  }, [client])
  const read = useRef(i18n.language)
  useEffect(() => {
    if (read.current === i18n.language) return
    read.current = i18n.language
    // Names, reasons and notices are the server's words.
    void client.invalidateQueries()
  }, [client, i18n.language])
  useEffect(() => {
    const gone = onPermissionsFailed(() => notify.danger(t('permissions.failed')))
    return () => void gone()
  }, [t])
  useEffect(() => {
    if (title) document.title = `${title} · Cuadre`
  }, [title])
  const arrived = useRef(pathname)
  useEffect(() => {
    drawer.current?.close()
    if (arrived.current === pathname) return
    arrived.current = pathname
    // After navigation the focus moves to the page, unless the page has set it itself.
    main.current?.scrollTo(0, 0)
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])

  const openDrawer = useCallback(() => {
    // The dialog gives the focus to what is in it.
    flushSync(() => setDrawerUsed(true))
    drawer.current?.showModal()
  }, [])
  const closeDrawer = useCallback(() => drawer.current?.close(), [])
  const bar = layout === 'simple' || layout === 'decked'
  const side = layout === 'classic' || layout === 'modern'
  return (
    <CurrentPath value={pathname.replace(/\/+$/, '') || '/'}>
      <div className="frame" data-layout={layout} data-rail={page?.full}>
        <a className="skip" href="#main">
          {t('nav.skip')}
        </a>
        {side && (
          <aside className="side">
            <SideNav groups={groups} />
          </aside>
        )}
        {layout === 'stacked' && (
          <aside className="side">
            <StackedNav groups={groups} />
          </aside>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the one on its backdrop */}
        <dialog
          ref={drawer}
          className="side side-drawer"
          aria-label={t('nav.main')}
          onClick={(event) => event.target === drawer.current && drawer.current?.close()}
        >
          {drawerUsed && <SideNav groups={groups} onNavigate={closeDrawer} />}
        </dialog>
        <TopBar onMenu={openDrawer} onSwitching={setSwitching} />
        {bar && <MenuBar groups={groups} />}
        <div className="extra">
          <Offline />
          <NewRelease />
          <Unread />
          {area && extra && (
            <section className="extra-header" aria-label={t('nav.extra')}>
              <Aside key={`${area.id}/${extra}`}>
                <AreaView area={area} part="extraHeaders" name={extra} />
              </Aside>
            </section>
          )}
        </div>
        {/* A page with a line above it is another stage: what is new does not move. */}
        <div className="stage" key={extra || 'alone'} aria-busy={switching || undefined}>
          <main id="main" ref={main} tabIndex={-1} aria-label={title} inert={switching}>
            <Suspense fallback={<Loader />}>
              <OpenPage title={title} />
            </Suspense>
          </main>
          {switching && <Overlay label={t('context.switching')} />}
        </div>
        <Footer page />
        <UnsavedGuard />
        <SessionEnding />
        <PaletteKey areas={areas} groups={groups} />
      </div>
    </CurrentPath>
  )
}

/**
 * Nothing of a page before somebody is signed in: its forms read drafts, which are claimed then. The first page is drawn after the frame and in steps,
 * which a slow processor takes without a long task; its title stands where the placeholder has it.
 */
const OpenPage = ({ title }: { title: string | undefined }) => {
  const signedIn = useSession().status === 'signed-in'
  const drawn = useDeferredValue(signedIn, false)
  if (!signedIn) return null
  if (drawn) return <Outlet />
  return (
    <div className="page">
      <div className="page-head">
        <p className="h1">{title}</p>
      </div>
    </div>
  )
}

/** Loaded after the page, which keeps its place meanwhile; optional. */
class Aside extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? null : <Suspense fallback={<WaitingLine />}>{this.props.children}</Suspense>
  }
}

const WaitingLine = () => (
  <p className="row">
    <Skeleton width={240} />
  </p>
)

const isHandle = (handle: unknown): handle is { page: PageData; area?: Area } =>
  typeof handle === 'object' && handle !== null && 'page' in handle
