import { Failure, Unknown, useTranslation } from '@cuadre/shell'
import { useCallback } from 'react'

/** What went wrong, in a sentence: the server's own where it has one. */
export function useSentence() {
  const { t } = useTranslation('helpdesk')
  return useCallback(
    (error: unknown) => {
      if (error instanceof Unknown) return t('shared.notKnown')
      if (!(error instanceof Failure)) return t('shared.unexpected')
      if (error.status === 0) return t('shared.offline')
      return error.issues[0]?.message ?? (error.message || t('shared.unexpected'))
    },
    [t],
  )
}
