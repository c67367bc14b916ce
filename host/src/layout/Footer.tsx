import { useTranslation } from '@cuadre/shell'
import { useLocale, zoneName } from '@cuadre/ui'

/** Copyright, and who built it (specification §2); in which zone moments are shown, where that is not the browser's. */
export function Footer({ page }: { page?: boolean }) {
  const { t } = useTranslation()
  const zone = zoneName(useLocale())
  return (
    <footer className={page ? 'foot' : 'nav-foot'}>
      {t('footer', { year: new Date().getFullYear() })}
      {zone && <span className="foot-zone"> {t('zone', { zone })}</span>}
    </footer>
  )
}
