import { UnsavedInside } from '../notify/unsaved.ts'
import { DialogFrame, type DialogProps } from './DialogFrame.tsx'
import { useUnsavedInside } from './useUnsavedInside.tsx'

export const Dialog = ({ onClose, ...props }: DialogProps) => {
  const { inside, close, question } = useUnsavedInside(onClose)
  return (
    <UnsavedInside value={inside}>
      <DialogFrame {...props} onClose={close} />
      {question}
    </UnsavedInside>
  )
}
