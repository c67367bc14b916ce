import { UnsavedInside } from '../notify/unsaved.ts'
import { DialogFrame, type DialogProps } from './DialogFrame.tsx'
import { useUnsavedInside } from './useUnsavedInside.tsx'

type Props = DialogProps & {
  /** Something was typed in it outside a `Form`, which would be lost with it. */
  unsaved?: boolean
}
export const Dialog = ({ onClose, unsaved, ...props }: Props) => {
  const { inside, close, question } = useUnsavedInside(onClose, unsaved)
  return (
    <UnsavedInside value={inside}>
      <DialogFrame {...props} onClose={close} />
      {question}
    </UnsavedInside>
  )
}
