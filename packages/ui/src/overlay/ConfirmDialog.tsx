import { type ReactNode, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { DialogFrame } from './DialogFrame.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** A question that includes the number: "¿Desactivar 6 usuarios?" */
  title: string
  /** What will happen. */
  children?: ReactNode
  /** The verb: "Desactivar 6". Never "Aceptar". */
  confirm: string
  danger?: boolean
  /** The dialog closes when this succeeds and stays open when it throws. */
  onConfirm: () => unknown
}

export const ConfirmDialog = ({ open, onClose, title, children, confirm, danger, onConfirm }: ConfirmDialogProps) => {
  const texts = useTexts()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The caller has shown the error; the dialog stays open.
    } finally {
      setBusy(false)
    }
  }
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      alert
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {texts.cancel}
          </Button>
          <Button variant={danger ? 'danger-solid' : 'solid'} busy={busy} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
