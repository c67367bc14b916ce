import { failureOf, Link, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page, Skeleton } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useState } from 'react'
import { hostPages } from '../pages/pages.ts'
import Notes from './Notes.tsx'
import { useMarkRead, useNotifications } from './useNotifications.ts'

const STEP = 50

/** All of mine, newest first, or the unread only. */
export default function NotificationsPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const [limit, setLimit] = useState(STEP)
  const which = params.get('ver') === 'sin-leer' ? 'sin-leer' : 'todas'
  const tipo = params.get('tipo') ?? undefined
  const list = useNotifications({ limit, onlyUnread: which === 'sin-leer', tipo })
  const read = useMarkRead()
  const failure = failureOf(list)
  const { data: notes, total, sinLeer } = list.data ?? { data: [], total: 0, sinLeer: 0 }
  return (
    <Page
      title={t('notifications.title')}
      crumbs={[{ label: t('menu.top'), to: hostPages.home.link() }, { label: t('notifications.title') }]}
      // Its line is there before it.
      note={list.data ? t('notifications.unread', { count: sinLeer }) : list.isPending ? '\u00a0' : undefined}
      actions={
        <>
          <Link className="btn" to={hostPages.profile.link()}>
            {t('notifications.preferences')}
          </Link>
          {sinLeer > 0 && (
            <Button onClick={() => void read(tipo ? { tipo } : {})}>{t(tipo ? 'notifications.readKind' : 'notifications.readAll')}</Button>
          )}
        </>
      }
    >
      <div className="row-actions">
        <SegmentedControl
          label={t('notifications.which')}
          value={which}
          onChange={(next) => setParams({ ...(tipo && { tipo }), ...(next === 'sin-leer' && { ver: next }) }, { replace: true })}
          options={[
            { value: 'todas', label: t('notifications.everything') },
            { value: 'sin-leer', label: t('notifications.onlyUnread') },
          ]}
        />
        {tipo && (
          <Link className="btn" to={hostPages.notifications.link(which === 'sin-leer' ? { ver: which } : {})}>
            {t('notifications.allKinds')}
          </Link>
        )}
      </div>
      {failure && <ErrorState {...failure} />}
      {list.isPending && !failure && <NotesSkeleton />}
      {list.data && notes.length === 0 && (
        <EmptyState
          title={t(tipo ? 'notifications.noneOfKind' : which === 'sin-leer' ? 'notifications.noneUnread' : 'notifications.empty')}
          actions={
            (which === 'sin-leer' || tipo) && (
              <Link className="btn" to={hostPages.notifications.link()}>
                {t('notifications.all')}
              </Link>
            )
          }
        >
          {t('notifications.emptyHint')}
        </EmptyState>
      )}
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

/** As high as the lines that come. */
const NotesSkeleton = () => (
  <ul className="notes" aria-hidden>
    {Array.from({ length: 8 }, (_, i) => (
      <li key={i}>
        <span className="note-open">
          <Skeleton width={`${46 + ((i * 17) % 40)}%`} />
        </span>
      </li>
    ))}
  </ul>
)
