import { type PageAddress, pageLink } from '@cuadre/api/pages'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import { isFirstLogin, Link, mayOpen, useMe, useTranslation } from '@cuadre/shell'
import { Button } from '@cuadre/ui'
import { useState } from 'react'
import type { Area } from '../federation/areas.ts'
import { hostPages } from './pages.ts'

/** What a person of each role does first, and the page where it is done. */
const STEPS: Record<RoleId, readonly [PageAddress, PageAddress, PageAddress]> = {
  [ROLE.analista]: [pageLink('/home'), pageLink('/faq'), pageLink('/profile')],
  [ROLE.jefatura]: [pageLink('/cuentas/analisis'), pageLink('/cuentas'), pageLink('/profile')],
  [ROLE.control]: [pageLink('/cuentas/carga-balance'), pageLink('/cuentas'), pageLink('/periodos')],
  [ROLE.gerencia]: [pageLink('/estadisticas'), pageLink('/matriz'), pageLink('/profile')],
  [ROLE.auditor]: [pageLink('/home'), pageLink('/cuentas/historicos'), pageLink('/profile')],
  [ROLE.administrador]: [pageLink('/usuarios'), pageLink('/roles-permisos'), pageLink('/parametros/materialidad')],
}
/** Until the page is loaded again: by then the server knows that they have been here (`firstLogin` of the sign-in). */
let skipped = false

/** Three steps for whoever has never been here before, on no device; they can be left out, and do not come back. */
export function Welcome({ areas }: { areas: Area[] }) {
  const { t } = useTranslation()
  const me = useMe()
  const [shown, setShown] = useState(isFirstLogin() && !skipped)
  // A role of one's own stands on one of the six.
  const role = me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO as RoleId
  if (!shown) return null
  const pages = [...Object.values(hostPages), ...areas.flatMap(({ data }) => Object.values(data?.pages ?? {}))]
  const skip = () => {
    skipped = true
    setShown(false)
  }
  return (
    <section className="page welcome" aria-label={t('welcome.title')}>
      <div className="welcome-head">
        <h2 className="h2">{t('welcome.title')}</h2>
        <Button variant="ghost" onClick={skip}>
          {t('welcome.skip')}
        </Button>
      </div>
      <ol className="welcome-steps">
        {STEPS[role].map((path, i) => {
          const text = `welcome.${role}.${i + 1}`
          const open = path !== hostPages.home.path && pages.some((page) => page.path === path && mayOpen(me, page))
          return (
            <li key={text}>
              <b className="strong">{t(`${text}.title`)}</b>
              <span className="muted small">{t(`${text}.text`)}</span>
              {open && (
                <Link className="link small" to={path}>
                  {t(`${text}.go`)}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
