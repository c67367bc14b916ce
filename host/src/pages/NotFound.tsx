import { Navigate, useTranslation } from '@cuadre/shell'
import { ErrorState, notify, Page } from '@cuadre/ui'
import { useEffect } from 'react'
import type { Area } from '../federation/areas.ts'
import { reloadKeepingDrafts } from '../federation/load.ts'

/** Unknown paths go to the root (specification §2), which is said, unless they may belong to an area that has never been reached. */
export default function NotFound({ areas }: { areas: Area[] }) {
  const { t } = useTranslation()
  const unknown = areas.every(({ data }) => data)
  useEffect(() => {
    if (unknown) notify.warning(t('error.noSuchPage'), { description: t('error.noSuchPageHint') })
  }, [unknown, t])
  if (unknown) return <Navigate to="/" replace />
  return (
    <Page title={t('area.title')}>
      <ErrorState title={t('area.unknown')} onRetry={reloadKeepingDrafts}>
        {t('area.hint')}
      </ErrorState>
    </Page>
  )
}
