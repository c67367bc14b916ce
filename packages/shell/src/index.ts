/** What host and areas share. A federation singleton. */

export { useTranslation } from 'react-i18next'
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  matchRoutes,
  Navigate,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useParams,
  useRouteError,
} from 'react-router-dom'
export * from './area/area.ts'
export { MenuContext, type ShownMenu, useMenuOf } from './area/menu.ts'
export { call, saveLarge } from './call.ts'
export { download, Failure, query, saveAs, sentenceOf } from './http.ts'
export { addMessages, currentLocale, i18n, type Locale, startLanguage } from './i18n/i18n.ts'
export { readJson, renew } from './json.ts'
export { failureOf, type List, listInput, pageOf } from './list.ts'
export { useNavigate, useSearchParams } from './navigation.ts'
export { onShowAll, printWhole } from './printWhole.ts'
export { offeredRelease, runningRelease } from './release.ts'
export { hasDestination, rememberDestination, takeDestination } from './session/deepLink.ts'
export { onSaveDrafts, saveDrafts, useKept } from './session/drafts.ts'
export { stay, useEnding } from './session/ending.ts'
export { mayOpen, permits, useCan, type Viewer } from './session/permissions.ts'
export {
  onContextChanged,
  onPermissionsFailed,
  refreshMe,
  saveAppearance,
  switchContext,
  switchLocale,
  switchRole,
} from './session/person.ts'
export {
  doAtProvider,
  type IdentityClient,
  listenLive,
  showSecondFactor,
  signIn,
  signInAgain,
  signOut,
  startSession,
} from './session/session.ts'
export {
  currentSession,
  expectedUser,
  isFirstLogin,
  isSignUpOpen,
  onSignedIn,
  onSignedOut,
  type Session,
  useMe,
  useSession,
} from './session/store.ts'
export type { Ending } from './session/watch.ts'
export { OPENED } from './snapshot.ts'
export { isSince, Unknown, whatBecame } from './whatBecame.ts'
