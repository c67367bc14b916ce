import { useTranslation } from '@cuadre/shell'
import { CenteredPage } from '../layout/CenteredPage.tsx'

/** The router's fallback; its heading is the specification's own text (§2). */
export function RouterError() {
  const { t } = useTranslation()
  return (
    <CenteredPage title="Unexpected Application Error!">
      <p className="muted">{t('error.router')}</p>
      <button type="button" className="btn btn-solid" onClick={() => location.assign('/')}>
        {t('error.home')}
      </button>
    </CenteredPage>
  )
}
