import { useNavigate, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, Page } from '@cuadre/ui'
import { Lock } from 'lucide-react'
import { hostPages } from './pages.ts'

export default function AccessDenied() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Page title={t('denied.title')}>
      <EmptyState
        icon={<Lock aria-hidden />}
        title={t('denied.why')}
        actions={
          <Button variant="solid" onClick={() => navigate(hostPages.home.link())}>
            {t('error.home')}
          </Button>
        }
      >
        {t('denied.hint')}
      </EmptyState>
    </Page>
  )
}
