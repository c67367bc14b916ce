import { useBlocker, useTranslation } from '@cuadre/shell'
import { hasUnsavedWork } from '@cuadre/ui'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../routes/lazyPart.tsx'

const UnsavedQuestion = lazyPart(() => import('./UnsavedQuestion.tsx'), AskedByBrowser)

/** Asked all the same where the dialog's code cannot be loaded. */
function AskedByBrowser({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    if (confirm(`${t('unsaved.title')}\n\n${t('unsaved.text')}`)) onLeave()
    else onStay()
  }, [])
  return null
}

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
