import { useQueryClient } from '@tanstack/react-query'

/** Accounts have changed hands: whatever says whose they are is read again. */
export function useTransferDone() {
  const client = useQueryClient()
  return () => {
    for (const noun of ['account', 'account-summary', 'analysis', 'analysis-metadata', 'dashboard', 'user'])
      void client.invalidateQueries({ queryKey: [noun] })
  }
}
