import { useNavigate, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { Brand } from '../layout/Brand.tsx'

export function Thanks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <main className="plain">
      <Brand large />
      <h1 className="h1">{t('thanks.title')}</h1>
      <p className="muted">{t('thanks.text')}</p>
      <Button variant="solid" onClick={() => navigate('/sign-in')}>
        {t('thanks.action')}
      </Button>
    </main>
  )
}
