import { useTranslation } from '@cuadre/shell'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const subscribe = (tell: () => void) => {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** Shown while the browser is offline; always mounted, so that screen readers announce the change. */
export function Offline() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className="strip">
          <WifiOff aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  )
}
