import { useNavigate, useTranslation } from '@cuadre/shell'
import { CenteredPage } from '../layout/CenteredPage.tsx'

export function Thanks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <CenteredPage title={t('thanks.title')}>
      <p className="muted">{t('thanks.text')}</p>
      <button type="button" className="btn btn-solid" onClick={() => navigate('/sign-in')}>
        {t('thanks.action')}
      </button>
    </CenteredPage>
  )
}
