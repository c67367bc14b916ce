import { useTranslation } from '@cuadre/shell'
import { hasUnsavedWork } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useState } from 'react'

/** Choosing something else on the same page asks first while what is being written is not saved; `question` is the dialog. */
export function useLeaving(title: string) {
  const { t } = useTranslation('parameters')
  const [go, setGo] = useState<() => void>()
  const leave = (next: () => void) => (hasUnsavedWork() ? setGo(() => next) : next())
  const question = go && (
    <ConfirmDialog open danger title={title} confirm={t('leaving.leave')} onConfirm={go} onClose={() => setGo(undefined)}>
      {t('leaving.text')}
    </ConfirmDialog>
  )
  return { leave, question }
}
