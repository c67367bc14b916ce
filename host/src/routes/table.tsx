import {
  type AreaData,
  mayOpen,
  Navigate,
  type PageData,
  rememberDestination,
  takeDestination,
  useLocation,
  useSession,
} from '@cuadre/shell'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import type { AreaPart } from '../federation/load.ts'
import { Loader } from '../pages/Loader.tsx'
import { PageFailure } from '../pages/PageFailure.tsx'
import { hostPages } from '../pages/pages.ts'
import { Refused } from '../pages/Refused.tsx'
import { RouterError } from '../pages/RouterError.tsx'
import { SignIn } from '../pages/SignIn.tsx'
import { Thanks } from '../pages/Thanks.tsx'
import { Waiting } from '../pages/Waiting.tsx'
import { lazyPage } from './lazyPage.tsx'
import { AREA_ROUTES, ENTRY, type RouteData } from './routes.ts'

// Nothing of a signed-in page is part of the first load of /sign-in.
const Home = lazyPage(() => import(/* webpackChunkName: "frame" */ '../pages/Home.tsx'))
const AccessDenied = lazyPage(() => import('../pages/AccessDenied.tsx'))
const NotFound = lazyPage(() => import('../pages/NotFound.tsx'))
const Missing = lazyPage(() => import('../pages/Missing.tsx'))
const Profile = lazyPage(() => import('../profile/ProfilePage.tsx'))
const Notices = lazyPage(() => import('../notifications/NotificationsPage.tsx'))
const SecondFactor = lazyPage(() => import('../profile/SecondFactorPage.tsx'))
const PublicPage = lazyPage(() => import('../public/PublicPage.tsx'))

/** What draws a signed-in page: the frame around it, and what is of an area. */
export type Parts = {
  Frame: ComponentType<{ areas: Area[]; AreaView: ComponentType<AreaPart> }>
  AreaView: ComponentType<AreaPart>
}

/** Public routes, the pages of host and areas, and a way home for everything else. */
export const routeTable = (areas: Area[], { Frame, AreaView }: Parts) => [
  {
    errorElement: <RouterError />,
    children: [
      { path: '/sign-in', element: <PublicOnly children={<SignIn />} /> },
      { path: '/gracias', element: <PublicOnly children={<Thanks />} /> },
      ...(['/soporte', '/sign-up', '/forgot-password', '/recovery-password'] as const).map((path) => ({
        path,
        element: <PublicOnly children={<PublicPage path={path} />} />,
      })),
      { path: '/2fa', element: <SignedIn children={<SecondFactor />} secondFactor /> },
      {
        element: <SignedIn children={<Frame areas={areas} AreaView={AreaView} />} />,
        children: [
          {
            errorElement: <PageFailure />,
            children: [
              { index: true, element: <Navigate to={ENTRY.signedIn} replace /> },
              { path: '/home', element: <Home areas={areas} AreaView={AreaView} />, handle: { page: hostPages.home } },
              { path: '/profile', element: <Profile />, handle: { page: hostPages.profile } },
              { path: '/notificaciones', element: <Notices />, handle: { page: hostPages.notifications } },
              { path: '/access-denied', element: <AccessDenied />, handle: { page: hostPages.accessDenied } },
              ...areas.flatMap((area) => (area.data ? pagesOf(area, area.data, AreaView) : [])),
              ...missing(areas).map((route) => ({
                path: route.path,
                element: <Allowed page={route} children={<Missing route={route} area={areas.find(({ id }) => id === route.area)} />} />,
                handle: { page: route },
              })),
              { path: '*', element: <NotFound areas={areas} /> },
            ],
          },
        ],
      },
    ],
  },
]

/** `/paises/:a` and `/paises/:b` are one path. */
const shape = (path: string) => path.replace(/:\w+/g, ':')
const known = new Map(AREA_ROUTES.map((route) => [shape(route.path), route]))

/** Of a path of the specification its table says who may open it; the area adds the permission key. */
const pagesOf = (area: Area, { pages }: AreaData, View: Parts['AreaView']) =>
  Object.entries(pages).map(([name, page]) => {
    const { roles = page.roles } = known.get(shape(page.path)) ?? page
    return {
      path: page.path,
      element: (
        <Allowed page={{ ...page, ...(roles ? { roles } : {}) }}>
          <View key={`${area.id}/${name}`} area={area} part="pages" name={name} />
        </Allowed>
      ),
      handle: { page, area },
    }
  })

/** Paths of the specification that no area announces. */
const missing = (areas: Area[]): RouteData[] => {
  const there = new Set(areas.flatMap(({ data }) => Object.values(data?.pages ?? {}).map(({ path }) => shape(path))))
  return AREA_ROUTES.filter(({ path }) => !there.has(shape(path)))
}

/** Shown only when signed out; who is signed in goes to the page asked for, or home. */
function PublicOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status === 'starting') return <Loader />
  if (status === 'second-factor') return <Navigate to="/2fa" replace />
  if (status === 'signed-in') return <Navigate to={takeDestination() ?? ENTRY.signedIn} replace />
  return <Suspense fallback={<Loader />}>{children}</Suspense>
}

function SignedIn({ children, secondFactor = false }: { children: ReactNode; secondFactor?: boolean }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'starting') return <Loader />
  if (session.status === 'refused') return <Refused message={session.message} />
  if (session.status === 'signed-out')
    return pathname === '/' ? <Navigate to={ENTRY.signedOut} replace /> : <Waiting from={pathname + search} />
  if (session.status === 'second-factor' && !secondFactor) return <FactorFirst pathname={pathname} search={search} />
  return (
    <Suspense fallback={<Loader />}>
      <Arrived>{children}</Arrived>
    </Suspense>
  )
}

/** To /2fa, and from there to the page that was asked for; at the root, where the provider leads back to, that one is remembered already. */
function FactorFirst({ pathname, search }: { pathname: string; search: string }) {
  useState(() => pathname !== '/' && rememberDestination(pathname + search))
  return <Navigate to="/2fa" replace />
}

/** Back from the provider at the root: on to the page that was asked for. */
function Arrived({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [destination] = useState(() => (pathname === '/' ? takeDestination() : null))
  return pathname === '/' && destination ? <Navigate to={destination} replace /> : children
}

function Allowed({ page, children }: { page: Pick<PageData, 'roles' | 'permission'>; children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return mayOpen(session.me, page) ? children : <Navigate to="/access-denied" replace />
}
