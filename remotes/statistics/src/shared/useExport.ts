import { Failure, saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'

/** Saves a workbook under a name without extension; a failure is said in a toast. */
export function useExport() {
  const { t } = useTranslation('statistics')
  return async (name: string, file: Promise<Blob>) => {
    try {
      saveAs(await file, `${name}.xlsx`)
    } catch (failure) {
      notify.danger(t('home.exportFailed'), { description: failure instanceof Failure ? failure.message || undefined : undefined })
    }
  }
}
