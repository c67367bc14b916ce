import { useBlocker } from '@cuadre/shell'
import { hasUnsavedWork } from '@cuadre/ui'
import { lazy, Suspense } from 'react'

const UnsavedQuestion = lazy(() => import('./UnsavedQuestion.tsx'))

/** The navigation guard for the forms of all areas: asks before leaving a page with unsaved changes, or going back from what was opened in it. Filters of the same page pass. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname) && hasUnsavedWork(),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <UnsavedQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}
