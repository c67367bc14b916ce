import {
  type createBrowserRouter,
  currentSession,
  expectedUser,
  matchRoutes,
  mayOpen,
  onSignedIn,
  type PageData,
  permits,
} from '@cuadre/shell'
import type { QueryClient } from '@tanstack/react-query'
import { hostPages } from '../pages/pages.ts'
import type { Area } from './areas.ts'
import { type AreaPart, firstOf } from './load.ts'

/** How long the pointer or the focus rests on a link before its page is asked for: what it only passes over is not meant. */
const REST_MS = 60

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'routes' | 'state' | 'subscribe'>
type Match = { params: Readonly<Record<string, string | undefined>>; route: { handle?: unknown } }
/** Of a route: its page, and of an area whose and which. */
type Handle = { page: PageData; area?: Area; name?: string }

/**
 * Asks for the code of a page of an area, and for what that says it asks first (`First`), as soon as somebody is about to go there: a link under
 * the pointer or the focus, a press on it, or a navigation, however it began. The page itself then finds its answers in the cache, or on
 * their way, and does not ask again. Nothing is asked that the person may not see; what fails is asked again by the page, which shows it.
 * While the provider is asked whether the last user is still signed in, the code of their page is run, and nothing else.
 * @returns the function that stops it
 */
export function lookAhead(router: Router, client: QueryClient, areas: readonly Area[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over: Element | null = null
  let arrivedAt: string | undefined

  const ask = (match: Match | undefined, search: string) => void askFirst(client, areas, match, new URLSearchParams(search)).catch(() => {})
  const askLinked = (link: HTMLAnchorElement) => {
    const { pathname, search, origin, target } = link
    const at = router.state.location
    if (origin !== location.origin || target || (pathname === at.pathname && search === at.search)) return
    ask(matchRoutes(router.routes, { pathname })?.at(-1), search)
  }
  const onNear = ({ target, type }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const pressed = type === 'pointerdown'
    if (link === over && !pressed) return
    clearTimeout(timer)
    over = link
    if (link && pressed) askLinked(link)
    else if (link) timer = setTimeout(askLinked, REST_MS, link)
  }
  const onArrival = () => {
    const { location, matches } = router.state
    const arrival = `${currentSession().status} ${location.key}`
    if (arrival === arrivedAt) return
    arrivedAt = arrival
    ask(matches.at(-1), location.search)
  }

  const events = ['pointerover', 'focusin', 'pointerdown'] as const
  for (const name of events) document.addEventListener(name, onNear, { passive: true })
  const stopRouter = router.subscribe(onArrival)
  const stopSession = onSignedIn(onArrival)
  onArrival()
  return () => {
    clearTimeout(timer)
    for (const name of events) document.removeEventListener(name, onNear)
    stopRouter()
    stopSession()
  }
}

async function askFirst(client: QueryClient, areas: readonly Area[], match: Match | undefined, search: URLSearchParams) {
  const handle = match?.route.handle
  if (!match || !hasPage(handle)) return
  await Promise.all(
    partsOf(handle, areas).map(async (part) => {
      const first = await firstOf(part)
      // The person may have gone, or may do less, since.
      const me = viewerOf(handle.page)
      if (!first || !me) return
      const role = me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO
      for (const asked of first({ params: match.params, search, role, can: permits(me.permissions) })) void client.prefetchQuery(asked)
    }),
  )
}

/** What of areas a page consists of for whoever is signed in, or expected to be: itself, or the widgets of the home that are in sight. */
function partsOf({ page, ...handle }: Handle, areas: readonly Area[]): AreaPart[] {
  const expected = expectedUser()
  const me = viewerOf(page) ?? (expected && mayOpen(expected, page) ? expected : undefined)
  if (!me) return []
  const parts =
    page === hostPages.home
      ? areas.flatMap((area) =>
          Object.entries(area.data?.widgets ?? {})
            .filter(([, { roles, below }]) => !below && roles.some((id) => id === me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO))
            .map(([name]): AreaPart => ({ area, part: 'widgets', name })),
        )
      : handle.area && handle.name && !page.planned
        ? [{ area: handle.area, part: 'pages' as const, name: handle.name }]
        : []
  return parts.filter(({ area }) => !area.fault)
}

/** Who is signed in, if they may open the page. */
function viewerOf(page: PageData) {
  const session = currentSession()
  return session.status === 'signed-in' && mayOpen(session.me, page) ? session.me : undefined
}

const hasPage = (handle: unknown): handle is Handle => typeof handle === 'object' && handle !== null && 'page' in handle
