import {
  type AreaData,
  createBrowserRouter,
  isLocal,
  mayOpen,
  Navigate,
  RouterProvider,
  takeDestination,
  useLocation,
  useSession,
} from '@cuadre/shell'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { type Area, readAreas } from './federation/areas.ts'
import { Loader } from './pages/Loader.tsx'
import { hostPages } from './pages/pages.ts'
import { Refused } from './pages/Refused.tsx'
import { RouterError } from './pages/RouterError.tsx'
import { SignIn } from './pages/SignIn.tsx'
import { Thanks } from './pages/Thanks.tsx'
import { Waiting } from './pages/Waiting.tsx'

// Nothing of a signed-in page is part of the first load of /sign-in.
const Frame = lazy(() => import('./signed-in.tsx'))
const AreaView = lazy(() => import('./federation/AreaView.tsx').then((module) => ({ default: module.AreaView })))
const Home = lazy(() => import('./pages/Home.tsx'))
const AccessDenied = lazy(() => import('./pages/AccessDenied.tsx'))
const NotFound = lazy(() => import('./pages/NotFound.tsx'))

/** Public routes, one route per announced page, and a way home for everything else. */
export function Router() {
  const [areas, setAreas] = useState<Area[]>()
  useEffect(() => {
    // Without areas the host still signs in and shows its own pages.
    readAreas().then(setAreas, () => setAreas([]))
  }, [])
  const router = useMemo(() => areas && createBrowserRouter(routes(areas)), [areas])
  return router ? <RouterProvider router={router} /> : <Loader />
}

const routes = (areas: Area[]) => [
  {
    errorElement: <RouterError />,
    children: [
      {
        path: '/sign-in',
        element: (
          <PublicOnly>
            <SignIn />
          </PublicOnly>
        ),
      },
      {
        path: '/gracias',
        element: (
          <PublicOnly>
            <Thanks />
          </PublicOnly>
        ),
      },
      {
        element: (
          <SignedIn>
            <Frame areas={areas} />
          </SignedIn>
        ),
        children: [
          { index: true, element: <Navigate to="/home" replace /> },
          { path: '/home', element: <Home areas={areas} />, handle: { page: hostPages.home } },
          { path: '/access-denied', element: <AccessDenied />, handle: { page: hostPages.accessDenied } },
          ...areas.flatMap((area) => (area.data ? areaRoutes(area, area.data) : [])),
          { path: '*', element: <NotFound areas={areas} /> },
        ],
      },
    ],
  },
]

const areaRoutes = (area: Area, { pages }: AreaData) =>
  Object.entries(pages).map(([name, page]) => ({
    path: page.path,
    element: (
      <Allowed page={page}>
        <AreaView key={`${area.id}/${name}`} area={area} part="pages" name={name} />
      </Allowed>
    ),
    handle: { page, area },
  }))

/** Shown only when signed out; who is signed in goes to the page asked for, or home. */
function PublicOnly({ children }: { children: ReactNode }) {
  const { status } = useSession()
  if (status === 'starting') return <Loader />
  return status === 'signed-in' ? <Navigate to={takeDestination() ?? '/home'} replace /> : children
}

function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'starting') return <Loader />
  if (session.status === 'refused') return <Refused message={session.message} />
  if (session.status === 'signed-out') return <Waiting from={pathname + search} />
  return (
    <Suspense fallback={<Loader />}>
      <Arrived>{children}</Arrived>
    </Suspense>
  )
}

/** Back from the provider at the root: on to the page that was asked for. */
function Arrived({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [destination] = useState(() => (pathname === '/' ? takeDestination() : null))
  return pathname === '/' && destination && isLocal(destination) ? <Navigate to={destination} replace /> : children
}

function Allowed({ page, children }: { page: { roles?: readonly number[]; permission?: string }; children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return mayOpen(session.me, page) ? children : <Navigate to="/access-denied" replace />
}
