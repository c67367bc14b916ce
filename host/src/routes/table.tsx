import {
  type AreaData,
  expectedUser,
  mayOpen,
  Navigate,
  type PageData,
  rememberDestination,
  saveDrafts,
  takeDestination,
  useLocation,
  useSession,
} from '@cuadre/shell'
import { Activity, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import type { AreaPart } from '../federation/load.ts'
import type { RefusedPage } from '../pages/AccessDenied.tsx'
import { Loader } from '../pages/Loader.tsx'
import { PageFailure } from '../pages/PageFailure.tsx'
import { hostPages, linkPages, publicPaths, secondFactorPath } from '../pages/pages.ts'
import { Refused } from '../pages/Refused.tsx'
import { RouterError } from '../pages/RouterError.tsx'
import { SignIn } from '../pages/SignIn.tsx'
import { Thanks } from '../pages/Thanks.tsx'
import { Waiting } from '../pages/Waiting.tsx'
import { lazyPage } from './lazyPage.tsx'

// Nothing of a signed-in page is part of the first load of /sign-in.
const Home = lazyPage(() => import(/* webpackChunkName: "frame" */ '../pages/Home.tsx'))
const AccessDenied = lazyPage(() => import('../pages/AccessDenied.tsx'))
const NotFound = lazyPage(() => import('../pages/NotFound.tsx'))
const PlannedPage = lazyPage(() => import('../pages/PlannedPage.tsx'))
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
      { path: publicPaths.signIn, element: <PublicOnly children={<SignIn />} /> },
      { path: publicPaths.thanks, element: <PublicOnly children={<Thanks />} /> },
      ...(['support', 'signUp', 'forgotPassword'] as const).map((name) => ({
        path: publicPaths[name],
        element: <PublicOnly children={<PublicPage name={name} />} />,
      })),
      { path: publicPaths.recoveryPassword, element: <PublicOnly fromMail children={<PublicPage name="recoveryPassword" />} /> },
      // Also for whoever has signed in: the mail may be of another account.
      ...linkPages.map((name) => ({
        path: publicPaths[name],
        element: <Suspense fallback={<Loader />} children={<PublicPage name={name} />} />,
      })),
      { path: secondFactorPath, element: <SignedIn children={<SecondFactor />} secondFactor /> },
      {
        element: <SignedIn children={<Frame areas={areas} AreaView={AreaView} />} />,
        children: [
          {
            errorElement: <PageFailure />,
            children: [
              { index: true, element: <Navigate to={hostPages.home.link()} replace /> },
              ownPage(hostPages.home, <Home areas={areas} AreaView={AreaView} />),
              ownPage(hostPages.profile, <Profile />),
              ownPage(hostPages.notifications, <Notices />),
              ownPage(hostPages.accessDenied, <AccessDenied />),
              ...areas.flatMap((area) => (area.data ? pagesOf(area, area.data, AreaView) : [])),
              { path: '*', element: <NotFound areas={areas} /> },
            ],
          },
        ],
      },
    ],
  },
]

const ownPage = (page: PageData, element: ReactNode) => ({ path: page.path, element, handle: { page } })

const pagesOf = (area: Area, { pages }: AreaData, View: Parts['AreaView']) =>
  Object.entries(pages).map(([name, page]) => ({
    path: page.path,
    element: (
      <Allowed page={page}>
        {page.planned ? (
          <PlannedPage page={page} siblings={Object.values(pages)} />
        ) : (
          <View key={`${area.id}/${name}`} area={area} part="pages" name={name} />
        )}
      </Allowed>
    ),
    handle: { page, area, name },
  }))

/**
 * Shown only when signed out; who is signed in goes to the page asked for, or home. `fromMail`: with the token of a mail for everybody, because the
 * mail may be of another account, or of a password that one has forgotten while signed in.
 */
function PublicOnly({ children, fromMail = false }: { children: ReactNode; fromMail?: boolean }) {
  const { status } = useSession()
  const { hash } = useLocation()
  const [linked] = useState(() => fromMail && new URLSearchParams(hash.slice(1)).has('token'))
  if (linked) return <Suspense fallback={<Loader />}>{children}</Suspense>
  if (status === 'starting') return <Loader />
  if (status === 'second-factor') return <Navigate to={secondFactorPath} replace />
  if (status === 'signed-in') return <Navigate to={takeDestination() ?? hostPages.home.link()} replace />
  return <Suspense fallback={<Loader />}>{children}</Suspense>
}

/** While the provider is asked whether the last user is still signed in, their frame is drawn ahead: hidden, without effects, without a page. */
function SignedIn({ children, secondFactor = false }: { children: ReactNode; secondFactor?: boolean }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const ahead = session.status === 'starting'
  // Where one comes back from the provider another page follows.
  if (ahead && (secondFactor || pathname === '/' || !expectedUser())) return <Loader />
  if (session.status === 'refused') return <Refused message={session.message} />
  if (session.status === 'signed-out')
    return pathname === '/' ? <Navigate to={publicPaths.signIn} replace /> : <Waiting from={pathname + search} />
  if (session.status === 'second-factor' && !secondFactor) return <FactorFirst pathname={pathname} search={search} />
  return (
    <>
      {ahead && <Loader />}
      <Activity mode={ahead ? 'hidden' : 'visible'}>
        <Suspense fallback={<Loader />}>
          <Arrived>{children}</Arrived>
        </Suspense>
      </Activity>
    </>
  )
}

/** To the second factor, and from there to the page that was asked for; at the root, where the provider leads back to, that one is remembered already. */
function FactorFirst({ pathname, search }: { pathname: string; search: string }) {
  useState(() => pathname !== '/' && rememberDestination(pathname + search))
  return <Navigate to={secondFactorPath} replace />
}

/** Back from the provider at the root: on to the page that was asked for. */
function Arrived({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [destination] = useState(() => (pathname === '/' ? takeDestination() : null))
  return pathname === '/' && destination ? <Navigate to={destination} replace /> : children
}

function Allowed({ page, children }: { page: Pick<PageData, 'roles' | 'permission'>; children: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status !== 'signed-in') return null
  if (mayOpen(session.me, page)) return children
  // Another window has switched the role, or somebody has taken a permission away: what is written on the page that goes is there when it is opened again.
  saveDrafts()
  const refused: RefusedPage = { to: pathname + search + hash, roles: page.roles ?? [] }
  return <Navigate to={hostPages.accessDenied.link()} replace state={refused} />
}
