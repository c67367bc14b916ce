import { pageLink } from '@cuadre/api/pages'
import { useLocation, useNavigate, useRouteError, useTranslation } from '@cuadre/shell'
import { useEffect } from 'react'
import { askAgain } from '../routes/lazyPage.tsx'

/**
 * In the place of a page whose code has not arrived: the frame stays, and so does everything else. Plain, because what the kit's would need may
 * not arrive either. @throws any other error, for the router's fallback
 */
export function PageFailure() {
  const { t } = useTranslation()
  const error = useRouteError()
  const navigate = useNavigate()
  const here = useLocation()
  useEffect(askAgain, [])
  if (!(error instanceof Error && error.name === 'ChunkLoadError')) throw error
  return (
    <div className="page page-failure" role="alert">
      <h1 className="h1">{t('area.unknown')}</h1>
      <p className="muted">{t('area.hint')}</p>
      <button type="button" className="btn btn-solid" onClick={() => navigate(here, { replace: true })}>
        {t('error.retry')}
      </button>
      <a className="btn btn-ghost" href={pageLink('/ayuda/solicitudes', { crear: 1, desde: here.pathname + here.search })}>
        {t('user.help')}
      </a>
    </div>
  )
}
