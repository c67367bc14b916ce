import { saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useSentence } from '../useSentence.ts'
import { type Document, fetchBytes } from './documents.ts'

/** Saves a document under its own name; a failure is told in a toast. */
export function useDownload() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  return (document: Document) =>
    fetchBytes(document).then(
      (bytes) => saveAs(bytes, document.NOMBRE),
      (failure) => void notify.danger(t('review.downloadFailed'), { description: sentence(failure) }),
    )
}
