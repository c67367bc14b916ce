import { Failure, useTranslation } from '@cuadre/shell'
import { useCallback } from 'react'

/** What went wrong, in a sentence for the user: the server's own where it has one. */
export function useSentence() {
  const { t } = useTranslation('accounts-analysis')
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof Failure)) return t('shared.unexpected')
      if (error.status === 0) return t('shared.offline')
      return error.message || t('shared.unexpected')
    },
    [t],
  )
}
