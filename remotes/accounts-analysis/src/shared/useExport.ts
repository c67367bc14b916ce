import { saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useSentence } from './useSentence.ts'

/** Saves a workbook, or a file of another ending, under a name without extension; a failure is said in a toast. */
export function useExport() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  return async (name: string, file: Promise<Blob>, ending = 'xlsx') => {
    try {
      saveAs(await file, `${name}.${ending}`)
    } catch (failure) {
      notify.danger(t('shared.exportFailed'), { description: sentence(failure) })
    }
  }
}
