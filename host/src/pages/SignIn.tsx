import { currentLocale, Link, signIn, switchLocale, useLocation, useSession, useTranslation } from '@cuadre/shell'
import { useState } from 'react'
import { Brand } from '../layout/Brand.tsx'

/** The way in. The password is asked for by the provider's own page, where no area's code runs (decisions §11). */
export function SignIn() {
  const { t } = useTranslation()
  const session = useSession()
  const from = (useLocation().state as { from?: string } | null)?.from
  const [busy, setBusy] = useState(false)
  const go = () => {
    setBusy(true)
    void signIn(from).catch(() => setBusy(false))
  }
  const other = currentLocale() === 'es' ? 'en' : 'es'
  return (
    <main className="plain sign-in">
      <Brand large />
      <h1 className="h1">{t('signIn.title')}</h1>
      {session.status === 'signed-out' && session.expired && (
        <p role="status" className="muted">
          {t('signIn.expired')}
        </p>
      )}
      <p className="muted">{t('signIn.text')}</p>
      <button type="button" className="btn btn-solid btn-lg" aria-busy={busy} onClick={busy ? undefined : go}>
        {t('signIn.action')}
      </button>
      <nav className="links" aria-label={t('signIn.help')}>
        <Link className="link" to="/forgot-password">
          {t('signIn.forgot')}
        </Link>
        <Link className="link" to="/sign-up">
          {t('signIn.signUp')}
        </Link>
        <Link className="link" to="/soporte">
          {t('signIn.support')}
        </Link>
      </nav>
      <button type="button" className="link" lang={other} onClick={() => void switchLocale(other)}>
        {other === 'en' ? 'English' : 'Español'}
      </button>
    </main>
  )
}
