import { useNavigate, useTranslation } from '@cuadre/shell'
import { useEffect } from 'react'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { publicPaths } from './pages.ts'

/** A protected page without a session: wait, then sign in (specification §4: 5 seconds). */
export function Waiting({ from, seconds = 5 }: { from: string; seconds?: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(publicPaths.signIn, { replace: true, state: { from } }), seconds * 1000)
    return () => clearTimeout(timer)
  }, [navigate, from, seconds])
  return (
    <CenteredPage title={t('waiting.title')} mark={<span className="spinner spinner-large" aria-hidden />}>
      <p className="muted">{t('waiting.text')}</p>
    </CenteredPage>
  )
}
