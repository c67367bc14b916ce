import { currentLocale, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, Page } from '@cuadre/ui'
import { Hourglass } from 'lucide-react'
import { AreaFailure } from '../federation/AreaFailure.tsx'
import type { Area } from '../federation/areas.ts'
import { reloadKeepingDrafts } from '../federation/load.ts'
import { crumbsOf } from '../routes/crumbs.ts'
import type { RouteData } from '../routes/routes.ts'

/** A path of the specification that its area does not serve: the area is away, or this release has no such page yet. */
export default function Missing({ route, area }: { route: RouteData; area: Area | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const title = route.title[currentLocale()]
  const crumbs = crumbsOf(route, currentLocale())
  return (
    <Page title={title} {...(crumbs.length > 1 ? { crumbs } : {})}>
      {area?.fault ? (
        <AreaFailure area={area} fault={area.fault} onRetry={reloadKeepingDrafts} />
      ) : area ? (
        <EmptyState
          icon={<Hourglass aria-hidden />}
          title={t('missing.title')}
          actions={
            <Button variant="solid" onClick={() => navigate('/home')}>
              {t('error.home')}
            </Button>
          }
        >
          {t('missing.hint')}
        </EmptyState>
      ) : (
        <ErrorState title={t('area.unknown')} onRetry={reloadKeepingDrafts}>
          {t('area.hint')}
        </ErrorState>
      )}
    </Page>
  )
}
