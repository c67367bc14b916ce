import { signOut, useTranslation } from '@cuadre/shell'
import { CenteredPage } from '../layout/CenteredPage.tsx'

/** Signed in at the provider, but no user of Cuadre. */
export function Refused({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <CenteredPage title={t('refused.title')}>
      <p className="muted">{message}</p>
      <button type="button" className="btn btn-solid" onClick={() => void signOut()}>
        {t('user.signOut')}
      </button>
    </CenteredPage>
  )
}
