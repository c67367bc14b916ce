import { saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useSentence } from './useSentence.ts'

/** Saves a workbook under a name without extension; a failure is said in a toast. */
export function useExport() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  return async (name: string, file: Promise<Blob>) => {
    try {
      saveAs(await file, `${name}.xlsx`)
    } catch (failure) {
      notify.danger(t('shared.exportFailed'), { description: sentence(failure) })
    }
  }
}
