/** What host and areas agree on. Shared at run time: one instance. */

export { useTranslation } from 'react-i18next'
export {
  createBrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
export * from './area/area.ts'
export { call, download, Failure, query, saveAs } from './http.ts'
export { addMessages, currentLocale, i18n, type Locale, setLanguage, startLanguage } from './i18n/i18n.ts'
export { readJson } from './json.ts'
export { failureOf, listInput } from './list.ts'
export { isLocal, rememberDestination, takeDestination } from './session/deepLink.ts'
export * from './session/session.ts'
