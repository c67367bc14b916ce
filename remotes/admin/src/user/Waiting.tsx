import { ROLE } from '@cuadre/api/roles'
import type { UserDetail } from '@cuadre/api/user'
import { useMe, useTranslation } from '@cuadre/shell'
import { Button, formatDateTime, Note, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'
import type { useUserActions } from '../shared/useUserActions.tsx'

interface Props {
  user: UserDetail
  write: boolean
  ask: ReturnType<typeof useUserActions>['ask']
}

/** What waits for somebody at this account: who may decide it does so here. The server decides who may. */
export function Waiting({ user, write, ask }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const me = useMe()
  const { NOMBRE, email, CORREO_PENDIENTE, PIDE_QUITAR_2FA, PIDE_QUITAR_2FA_ID, PIDE_QUITAR_2FA_EN, DETENIDA_HASTA } = user
  const administers = write && me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.administrador && me.id !== user.id
  const asked = me.id === PIDE_QUITAR_2FA_ID
  if (!CORREO_PENDIENTE && !PIDE_QUITAR_2FA && !DETENIDA_HASTA) return null
  return (
    <div className="person-waiting">
      {DETENIDA_HASTA && (
        <Line
          kind="warning"
          title={t('user.waiting.stopped')}
          end={
            administers && (
              <Button size="sm" onClick={() => ask('unlock', user)}>
                {t('user.act.unlock.label')}
              </Button>
            )
          }
        >
          {t('user.waiting.stoppedText', { name: NOMBRE, until: formatDateTime(DETENIDA_HASTA, locale) })}
        </Line>
      )}
      {PIDE_QUITAR_2FA && PIDE_QUITAR_2FA_EN && (
        <Line
          kind="warning"
          title={t('user.waiting.factor')}
          end={
            <>
              {(administers || (write && asked)) && (
                <Button size="sm" onClick={() => ask('keepFactor', user)}>
                  {t(asked ? 'user.waiting.withdraw' : 'user.waiting.refuse')}
                </Button>
              )}
              {administers && !asked && (
                <Button size="sm" variant="danger" onClick={() => ask('resetFactor', user)}>
                  {t('user.waiting.agree')}
                </Button>
              )}
            </>
          }
        >
          {t('user.waiting.factorText', { who: PIDE_QUITAR_2FA, when: formatDateTime(PIDE_QUITAR_2FA_EN, locale) })}
        </Line>
      )}
      {CORREO_PENDIENTE && (
        <Line kind="info" title={t('user.waiting.email')}>
          {t('user.waiting.emailText', { fresh: CORREO_PENDIENTE, now: email })}
        </Line>
      )}
    </div>
  )
}

function Line({ kind, title, end, children }: { kind: 'warning' | 'info'; title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <Note kind={kind}>
      <div className="row person-line">
        <span style={{ flex: '1 1 260px' }}>
          <b className="strong">{title}</b> {children}
        </span>
        {end}
      </div>
    </Note>
  )
}
