import { useTranslation } from '@cuadre/shell'

/** Copyright, and who built it (specification §2). */
export function Footer({ page }: { page?: boolean }) {
  const { t } = useTranslation()
  return <footer className={page ? 'foot' : 'nav-foot'}>{t('footer', { year: new Date().getFullYear() })}</footer>
}
