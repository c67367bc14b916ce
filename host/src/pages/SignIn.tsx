import { currentLocale, isSignUpOpen, Link, signIn, switchLocale, useLocation, useSession, useTranslation } from '@cuadre/shell'
import { useState } from 'react'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { publicPaths } from './pages.ts'

/** The way in. The password is asked for by the provider's own page, where no area's code runs (decisions §11). */
export function SignIn() {
  const { t } = useTranslation()
  const session = useSession()
  const from = (useLocation().state as { from?: string } | null)?.from
  const [busy, setBusy] = useState(false)
  const [why, setWhy] = useState(session.status === 'signed-out' ? session.why : undefined)
  const go = () => {
    setBusy(true)
    void signIn(from).catch(() => {
      setBusy(false)
      setWhy('unreached')
    })
  }
  const other = currentLocale() === 'es' ? 'en' : 'es'
  return (
    <CenteredPage className="sign-in" title={t('signIn.title')}>
      {why && (
        <p role={why === 'expired' ? 'status' : 'alert'} className={why === 'expired' ? 'muted' : 'sign-in-failed'}>
          {t(`signIn.${why}`)}
        </p>
      )}
      <p className="muted">{t('signIn.text')}</p>
      <button type="button" className="btn btn-solid btn-lg" aria-busy={busy} onClick={busy ? undefined : go}>
        {t('signIn.action')}
      </button>
      <nav className="links" aria-label={t('signIn.help')}>
        <Link className="link" to={publicPaths.forgotPassword}>
          {t('signIn.forgot')}
        </Link>
        {isSignUpOpen() && (
          <Link className="link" to={publicPaths.signUp}>
            {t('signIn.signUp')}
          </Link>
        )}
        <Link className="link" to={publicPaths.support}>
          {t('signIn.support')}
        </Link>
      </nav>
      <button type="button" className="link" lang={other} onClick={() => void switchLocale(other)}>
        {other === 'en' ? 'English' : 'Español'}
      </button>
    </CenteredPage>
  )
}
