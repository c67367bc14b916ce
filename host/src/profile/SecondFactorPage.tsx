import { showSecondFactor, signOut, useNavigate, useSession, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { useEffect } from 'react'
import { Kit } from '../Kit.tsx'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { hostPages } from '../pages/pages.ts'
import { hasCodesToKeep, SecondFactor } from './SecondFactor.tsx'
import './profile.css'

/** Before everything else for whoever still lacks the second factor that they need; a page like others for the rest. */
export default function SecondFactorPage() {
  const { t } = useTranslation()
  const session = useSession()
  const navigate = useNavigate()
  const missing = session.status === 'second-factor'
  const enrols = missing && session.qrCodeUrl !== null
  useEffect(() => {
    if (enrols) notify.warning(t('secondFactor.toast'), { description: t('secondFactor.toastText') })
  }, [enrols, t])
  return (
    <Kit>
      <CenteredPage title={t('secondFactor.title')}>
        <p className="muted">{missing ? t('secondFactor.needed') : t('secondFactor.hint')}</p>
        {missing && !enrols && !hasCodesToKeep() ? (
          <Button variant="solid" onClick={() => void showSecondFactor()}>
            {t('secondFactor.show')}
          </Button>
        ) : (
          <SecondFactor {...(!missing && { destination: hostPages.profile.link() })} />
        )}
        <div className="row-actions">
          {!missing && <Button onClick={() => navigate(hostPages.profile.link())}>{t('secondFactor.back')}</Button>}
          <Button variant="ghost" onClick={() => void signOut()}>
            {t('user.signOut')}
          </Button>
        </div>
      </CenteredPage>
    </Kit>
  )
}
