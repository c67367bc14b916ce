import { ErrorState, formatLongDate, Loader, Page, useClock, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { useSentence } from './useSentence.ts'

interface Props {
  title: string
  found: { data: unknown; error: Error | null; refetch: () => unknown }
  actions?: ReactNode
  children: ReactNode
}

/** A home, as long as there is something to show of it. */
export function HomePage({ title, found, actions, children }: Props) {
  const locale = useLocale()
  const sentence = useSentence()
  const today = useClock(() => formatLongDate(new Date(), locale))
  return (
    <Page title={title} over={today} actions={actions}>
      {found.data ? (
        children
      ) : found.error ? (
        <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
      ) : (
        <Loader />
      )}
    </Page>
  )
}
