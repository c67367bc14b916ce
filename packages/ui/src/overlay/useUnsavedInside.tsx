import { useState } from 'react'
import { useUnsavedWarning } from '../notify/unsaved.ts'
import { useTexts } from '../uiContext.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/**
 * What a drawer or dialog does when it is closed by Escape, its X or a press beside it: with unsaved changes in it, it asks. Buttons of its own close it
 * without being asked.
 * @param isUnsaved something was typed in it that no `Form` knows of
 */
export function useUnsavedInside(onClose: () => void, isUnsaved = false) {
  useUnsavedWarning(isUnsaved)
  const texts = useTexts()
  const [inside] = useState(() => new Set<string>())
  const [isAsking, setIsAsking] = useState(false)
  const question = isAsking && (
    <ConfirmDialog open danger title={texts.discardTitle} confirm={texts.discard} onConfirm={onClose} onClose={() => setIsAsking(false)}>
      {texts.discardText}
    </ConfirmDialog>
  )
  return { inside, close: () => (inside.size > 0 || isUnsaved ? setIsAsking(true) : onClose()), question }
}
