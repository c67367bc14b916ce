import { Link, useTranslation } from '@cuadre/shell'
import { EmptyState, Skeleton } from '@cuadre/ui'
import { Bell } from 'lucide-react'
import { Suspense } from 'react'
import { Popover } from '../layout/Popover.tsx'
import { hostPages } from '../pages/pages.ts'
import { lazyPart } from '../routes/lazyPart.tsx'
import { useLiveNotifications, useMarkRead, useNotifications } from './useNotifications.ts'

/** Needed only by whoever opens the bell. */
const Notes = lazyPart(
  () => import('./Notes.tsx'),
  function NotesUnreached() {
    return <p className="small muted">{useTranslation().t('error.offline')}</p>
  },
)

/** The bell: how many are unread, the newest, and the way to all of them. */
export function Notifications() {
  const { t } = useTranslation()
  const { data } = useNotifications()
  const read = useMarkRead()
  useLiveNotifications()
  const unread = data?.sinLeer ?? 0
  return (
    <Popover
      label={t('notifications.label', { count: unread })}
      icon={<Bell aria-hidden />}
      badge={unread > 0 && <span className="unread num">{unread > 99 ? '99+' : unread}</span>}
    >
      {(close) => (
        <>
          <div className="pop-head">
            <strong>{t('notifications.title')}</strong>
            {unread > 0 && (
              <button type="button" className="link" onClick={() => void read()}>
                {t('notifications.readAll')}
              </button>
            )}
          </div>
          {data?.data.length ? (
            <Suspense fallback={<Skeleton />}>
              <Notes notes={data.data} onOpen={close} />
            </Suspense>
          ) : (
            <EmptyState title={t('notifications.empty')} />
          )}
          <div className="pop-foot">
            <Link className="link" to={hostPages.notifications.link()} onClick={close}>
              {t('notifications.all')}
            </Link>
          </div>
        </>
      )}
    </Popover>
  )
}
