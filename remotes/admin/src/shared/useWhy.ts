import { Failure, sentenceOf, useTranslation } from '@cuadre/shell'

/** Why a step failed, in a sentence: the server's own, or the one that is given. Whose answer was lost may have been taken all the same. */
export function useWhy() {
  const { t } = useTranslation('admin')
  return (error: unknown, otherwise: string) =>
    error instanceof Failure && error.status === 0 ? t('period.notKnown') : sentenceOf(error, otherwise)
}
