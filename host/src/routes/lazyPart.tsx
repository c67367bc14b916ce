import { useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { type ComponentType, lazy, useEffect, useState } from 'react'

/**
 * As React's `lazy`, for what the frame opens over a page. Where its code cannot be loaded (no network, a server that restarts, a release that is gone)
 * `Otherwise` stands in its place: an error would take the page with it, and what is being written there. Opened again it is asked for again.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, Otherwise: ComponentType<Props>) {
  let View = attempt()
  function attempt() {
    return lazy(() =>
      load().catch(() => ({
        default: function Unloaded(props: Props) {
          // Not before it stands: React asks again for what has not.
          useEffect(() => {
            View = attempt()
          }, [])
          return <Otherwise {...props} />
        },
      })),
    )
  }
  return function LazyPart(props: Props) {
    const [Shown] = useState(() => View)
    return <Shown {...props} />
  }
}

/** In place of a drawer or dialog: says that it cannot be reached, and closes. */
export function Unreached({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    notify.danger(t('error.offline'))
    onClose()
  }, [])
  return null
}
