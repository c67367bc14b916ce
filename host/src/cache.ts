import { Failure } from '@cuadre/shell'
import { QueryClient } from '@tanstack/react-query'

/** What the server has said, for as long as it is looked at, and a minute more (specification §4). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        // What is shown stays while it is read again.
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (times, error) => times < 2 && (!(error instanceof Failure) || error.status === 0 || error.status >= 500),
      },
      // Without a network a step fails at once. It would wait otherwise, without a word, and be taken when the network is back, whatever its person did since.
      mutations: { networkMode: 'always' },
    },
  })
