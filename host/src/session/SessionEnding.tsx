import { useEnding } from '@cuadre/shell'
import { lazy, Suspense } from 'react'

const Question = lazy(() => import('./SessionQuestion.tsx'))

/** Asks whether somebody is still there, or tells that the session has lasted as long as it may. */
export function SessionEnding() {
  const ending = useEnding()
  if (!ending) return null
  return (
    <Suspense>
      <Question key={ending.reason} ending={ending} />
    </Suspense>
  )
}
