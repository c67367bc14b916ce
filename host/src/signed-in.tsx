import type { ComponentProps } from 'react'
import { Kit } from './Kit.tsx'
import Frame from './layout/Frame.tsx'

/** What only a signed-in page needs: the kit, and the frame. The public pages are plain, so that they come at once. */
export default function SignedInFrame(props: ComponentProps<typeof Frame>) {
  return (
    <Kit>
      <Frame {...props} />
    </Kit>
  )
}
