import { Failure, Unknown, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
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

/** Tells that a step failed, and why; of one whose answer was lost, that nobody knows. */
export function useFailed() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  return (error: unknown, title: string) => {
    const isLost = error instanceof Failure && error.status === 0
    notify.danger(isLost ? t('shared.notKnown') : title, { description: isLost ? t('shared.notKnownHint') : sentence(error) })
  }
}
