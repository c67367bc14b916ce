import { Failure, Link, useTranslation } from '@cuadre/shell'
import { LinkProvider, UiProvider } from '@cuadre/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StrictMode } from 'react'
import { Router } from './router.tsx'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Unused data is dropped after 60 s (specification §4); what is shown stays while it is read anew.
      gcTime: 60_000,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (times, error) => times < 2 && (!(error instanceof Failure) || error.status === 0 || error.status >= 500),
    },
  },
})

const nonce = document.querySelector('meta[name=csp-nonce]')?.getAttribute('content') ?? undefined

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Ui>
          <Router />
        </Ui>
      </QueryClientProvider>
    </StrictMode>
  )
}

function Ui({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <UiProvider locale={i18n.language === 'en' ? 'en' : 'es'} nonce={nonce}>
      <LinkProvider link={({ href, ...rest }) => <Link to={href} {...rest} />}>{children}</LinkProvider>
    </UiProvider>
  )
}
