import { hasDestination, useNavigate, useTranslation } from '@cuadre/shell'
import { useState } from 'react'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { publicPaths } from './pages.ts'

export function Thanks() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // Nobody asked for it: it was inactive, or as long as a session lasts.
  const [unasked] = useState(hasDestination)
  return (
    <CenteredPage title={t('thanks.title')}>
      <p className="muted">{t(unasked ? 'signIn.expired' : 'thanks.text')}</p>
      <button type="button" className="btn btn-solid" onClick={() => navigate(publicPaths.signIn)}>
        {t('thanks.action')}
      </button>
    </CenteredPage>
  )
}
