import { Failure, refreshMe, switchRole, useLocation, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, notify, Page } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { roleName } from '../layout/roleName.ts'
import { hostPages } from './pages.ts'

/** What was asked for and refused, and the roles that its page is for; none where somebody came here by the address. */
export interface RefusedPage {
  to: string
  roles: readonly number[]
}

export default function AccessDenied() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const me = useMe()
  const refused = useLocation().state as RefusedPage | null
  const others = me.roles.filter(({ COD_TIPO_USUARIO: id }) => refused?.roles.includes(id) && id !== me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO)
  /** What may be opened now: in another role, or because it has been allowed since. */
  const open = async (to: string, role?: number) => {
    try {
      await (role === undefined ? refreshMe() : switchRole(role))
      await client.invalidateQueries()
      navigate(to, { replace: true })
    } catch (error) {
      notify.danger(error instanceof Failure && error.message ? error.message : t('permissions.failed'))
    }
  }
  return (
    <Page title={t('denied.title')}>
      <EmptyState
        icon={<Lock aria-hidden />}
        title={t('denied.why')}
        actions={
          <>
            {refused &&
              others.map((role, at) => (
                <Button
                  key={role.COD_TIPO_USUARIO}
                  variant={at === 0 ? 'solid' : 'outline'}
                  onClick={() => void open(refused.to, role.COD_TIPO_USUARIO)}
                >
                  {t('denied.as', { role: roleName(t, role) })}
                </Button>
              ))}
            {refused && <Button onClick={() => void open(refused.to)}>{t('error.retry')}</Button>}
            <Button variant={others.length > 0 ? 'outline' : 'solid'} onClick={() => navigate(hostPages.home.link())}>
              {t('error.home')}
            </Button>
          </>
        }
      >
        {refused && (
          <>
            <bdi dir="ltr" style={{ overflowWrap: 'anywhere' }}>
              {refused.to}
            </bdi>
            <br />
          </>
        )}
        {t('denied.hint')}
      </EmptyState>
    </Page>
  )
}
