import { Failure } from '@cuadre/shell'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>
  )
}
