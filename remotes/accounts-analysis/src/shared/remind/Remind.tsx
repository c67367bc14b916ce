import { type ComponentProps, lazy, Suspense, useRef } from 'react'

const RemindDialog = lazy(() => import('./RemindDialog.tsx').then((module) => ({ default: module.RemindDialog })))

/** The dialog of a reminder, fetched when somebody first asks for it: a home is drawn without it. */
export function Remind(props: ComponentProps<typeof RemindDialog>) {
  const asked = useRef(false)
  asked.current ||= props.of !== undefined
  return (
    asked.current && (
      <Suspense fallback={null}>
        <RemindDialog {...props} />
      </Suspense>
    )
  )
}
