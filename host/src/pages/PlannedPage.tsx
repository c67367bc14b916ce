import { currentLocale, type PageData, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, Page } from '@cuadre/ui'
import { Hourglass } from 'lucide-react'
import { crumbsOf } from '../routes/crumbs.ts'
import { hostPages } from './pages.ts'

/** A page that its area announces and has no code for in this release. */
export default function PlannedPage({ page, siblings }: { page: PageData; siblings: readonly PageData[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const crumbs = crumbsOf(page, siblings, currentLocale())
  return (
    <Page title={page.title[currentLocale()]} {...(crumbs.length > 1 ? { crumbs } : {})}>
      <EmptyState
        icon={<Hourglass aria-hidden />}
        title={t('planned.title')}
        actions={
          <Button variant="solid" onClick={() => navigate(hostPages.home.link())}>
            {t('error.home')}
          </Button>
        }
      >
        {t('planned.hint')}
      </EmptyState>
    </Page>
  )
}
