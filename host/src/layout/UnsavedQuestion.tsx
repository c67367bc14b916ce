import { useTranslation } from '@cuadre/shell'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useRef } from 'react'

export default function UnsavedQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  const leaving = useRef(false)
  return (
    <ConfirmDialog
      open
      danger
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      onConfirm={() => {
        leaving.current = true
        onLeave()
      }}
      // The dialog closes after either answer.
      onClose={() => leaving.current || onStay()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}
