import { signOut, useTranslation } from '@cuadre/shell'
import { Plain } from '../layout/Plain.tsx'

/** Signed in at the provider, but no user of Cuadre. */
export function Refused({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <Plain title={t('refused.title')}>
      <p className="muted">{message}</p>
      <button type="button" className="btn btn-solid" onClick={() => void signOut()}>
        {t('user.signOut')}
      </button>
    </Plain>
  )
}
