import { Failure, Unknown, useTranslation } from '@cuadre/shell'
import { useCallback } from 'react'

/** What went wrong, in a sentence for the user: the server's own where it has one, else the one that is given. */
export function useSentence(otherwise: 'shared.unexpected' | 'shared.uploadFailed' = 'shared.unexpected') {
  const { t } = useTranslation('accounts-analysis')
  return useCallback(
    (error: unknown) => {
      if (error instanceof Unknown) return t('shared.notKnownHint')
      if (!(error instanceof Failure)) return t(otherwise)
      if (error.status === 0) return t('shared.offline')
      return error.message || t(otherwise)
    },
    [t, otherwise],
  )
}
