import { useNavigate, useTranslation } from '@cuadre/shell'
import { Brand } from '../layout/Brand.tsx'

export function Thanks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <main className="plain">
      <Brand large />
      <h1 className="h1">{t('thanks.title')}</h1>
      <p className="muted">{t('thanks.text')}</p>
      <button type="button" className="btn btn-solid" onClick={() => navigate('/sign-in')}>
        {t('thanks.action')}
      </button>
    </main>
  )
}
