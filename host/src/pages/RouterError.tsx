import { useTranslation } from '@cuadre/shell'

/** The router's fallback; its heading is the specification's own text (§2). */
export function RouterError() {
  const { t } = useTranslation()
  return (
    <main className="plain">
      <h1 className="h1">Unexpected Application Error!</h1>
      <p className="muted">{t('error.router')}</p>
      <button type="button" className="btn btn-solid" onClick={() => location.assign('/')}>
        {t('error.home')}
      </button>
    </main>
  )
}
