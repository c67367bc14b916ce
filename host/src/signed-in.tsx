import { useMe } from '@cuadre/shell'
import { type ComponentProps, useCallback } from 'react'
import { Kit } from './Kit.tsx'
import Frame from './layout/Frame.tsx'
import { helpFrom } from './layout/help.ts'

/** What only a signed-in page needs: the kit, and the frame. The public pages are plain, so that they come at once. */
export default function SignedInFrame(props: ComponentProps<typeof Frame>) {
  const { areas } = props
  const me = useMe()
  const helpAddress = useCallback((reference?: string) => helpFrom(areas, me, reference), [areas, me])
  return (
    <Kit helpAddress={helpAddress} zone={me.ZONA}>
      <Frame {...props} />
    </Kit>
  )
}
