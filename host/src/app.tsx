import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createQueryClient } from './cache.ts'
import { Router } from './router.tsx'

export const queryClient = createQueryClient()

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>
  )
}
