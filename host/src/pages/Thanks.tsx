import { useNavigate, useTranslation } from '@cuadre/shell'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { publicPaths } from './pages.ts'

export function Thanks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <CenteredPage title={t('thanks.title')}>
      <p className="muted">{t('thanks.text')}</p>
      <button type="button" className="btn btn-solid" onClick={() => navigate(publicPaths.signIn)}>
        {t('thanks.action')}
      </button>
    </CenteredPage>
  )
}
