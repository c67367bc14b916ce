import { signOut, useTranslation } from '@cuadre/shell'
import { Brand } from '../layout/Brand.tsx'

/** Signed in at the provider, but no user of Cuadre. */
export function Refused({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <main className="plain">
      <Brand large />
      <h1 className="h1">{t('refused.title')}</h1>
      <p className="muted">{message}</p>
      <button type="button" className="btn btn-solid" onClick={() => void signOut()}>
        {t('user.signOut')}
      </button>
    </main>
  )
}
