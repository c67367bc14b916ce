import { failureOf, Link, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page, TableSkeleton } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useState } from 'react'
import { hostPages } from '../pages/pages.ts'
import { Notes } from './Notes.tsx'
import { useMarkRead, useNotifications } from './useNotifications.ts'

const STEP = 50

/** All of mine, newest first, or the unread only. */
export default function NotificationsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [limit, setLimit] = useState(STEP)
  const which = params.get('ver') === 'sin-leer' ? 'sin-leer' : 'todas'
  const list = useNotifications(limit, which === 'sin-leer')
  const read = useMarkRead()
  const failure = failureOf(list)
  const { data: notes, total, sinLeer } = list.data ?? { data: [], total: 0, sinLeer: 0 }
  return (
    <Page
      title={t('notifications.title')}
      note={list.data && t('notifications.unread', { count: sinLeer })}
      actions={
        <>
          <Link className="btn" to={hostPages.profile.link()}>
            {t('notifications.preferences')}
          </Link>
          {sinLeer > 0 && <Button onClick={() => void read()}>{t('notifications.readAll')}</Button>}
        </>
      }
    >
      <div>
        <SegmentedControl
          label={t('notifications.which')}
          value={which}
          onChange={(next) => setParams(next === 'todas' ? {} : { ver: next }, { replace: true })}
          options={[
            { value: 'todas', label: t('notifications.everything') },
            { value: 'sin-leer', label: t('notifications.onlyUnread') },
          ]}
        />
      </div>
      {failure && <ErrorState {...failure} />}
      {list.isPending && !failure && <TableSkeleton columns={1} />}
      {list.data && notes.length === 0 && <EmptyState title={t('notifications.empty')}>{t('notifications.emptyHint')}</EmptyState>}
      <div className="notes-page">
        <Notes notes={notes} />
      </div>
      {total > notes.length && limit < 1000 && (
        <div>
          <Button onClick={() => setLimit(Math.min(1000, limit + STEP))}>{t('notifications.more')}</Button>
        </div>
      )}
    </Page>
  )
}
