import { notify } from '../notify/toaster.ts'
import { useUi } from '../uiContext.ts'

const FAILED = { es: 'No se pudo preparar el Excel', en: 'The workbook could not be prepared' }

/** Saves a workbook under a name without extension; a failure is said in a toast, in the server's words where it has some. */
export function useExport() {
  const { locale, texts } = useUi()
  return async (name: string, file: Promise<Blob>) => {
    try {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await file)
      link.download = `${name}.xlsx`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    } catch (failure) {
      // Only a refusal has a status, and a sentence for the user.
      const said = failure instanceof Error && 'status' in failure ? failure.message : ''
      notify.danger(FAILED[locale], { description: said || texts.errorHint })
    }
  }
}
