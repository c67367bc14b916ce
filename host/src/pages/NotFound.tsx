import { Navigate, useTranslation } from '@cuadre/shell'
import { ErrorState, Page } from '@cuadre/ui'
import type { Area } from '../federation/areas.ts'
import { reloadKeepingDrafts } from '../federation/load.ts'

/** Unknown paths go to the root (specification §2), unless they may belong to an area that has never been reached. */
export default function NotFound({ areas }: { areas: Area[] }) {
  const { t } = useTranslation()
  if (areas.every(({ data }) => data)) return <Navigate to="/" replace />
  return (
    <Page title={t('area.title')}>
      <ErrorState title={t('area.unknown')} onRetry={reloadKeepingDrafts}>
        {t('area.hint')}
      </ErrorState>
    </Page>
  )
}
