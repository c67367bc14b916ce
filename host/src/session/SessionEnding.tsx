import { useEnding } from '@cuadre/shell'
import { Suspense } from 'react'
import { lazyPart } from '../routes/lazyPart.tsx'

// Unasked, whoever goes on working stays signed in all the same.
const Question = lazyPart(
  () => import('./SessionQuestion.tsx'),
  () => null,
)

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
