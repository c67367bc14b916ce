import { Link, signOut, useMe, useTranslation } from '@cuadre/shell'
import { Avatar, Button, useUi } from '@cuadre/ui'
import { LifeBuoy, LogOut, UserRound } from 'lucide-react'
import { hostPages } from '../pages/pages.ts'
import { Popover } from './Popover.tsx'
import { roleName } from './roleName.ts'

export function UserMenu() {
  const { t } = useTranslation()
  const me = useMe()
  const { helpAddress } = useUi()
  return (
    <Popover label={t('user.menu', { name: me.NOMBRE })} icon={<Avatar name={me.NOMBRE} {...(me.avatar ? { src: me.avatar } : {})} />}>
      {(close) => (
        <div className="user">
          <span className="strong">{me.NOMBRE}</span>
          <span className="muted small">{me.email}</span>
          <span className="muted small">{roleName(t, me.SPC_TIPO_USUARIOS)}</span>
          <Help address={helpAddress()} onClick={close} />
          <div className="row-actions">
            <Link className="btn" to={hostPages.profile.link()} onClick={close}>
              <UserRound aria-hidden />
              {t('user.profile')}
            </Link>
            <Button icon={<LogOut aria-hidden />} onClick={() => void signOut()}>
              {t('user.signOut')}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}

/** From every page, with its address. */
function Help({ address, onClick }: { address: string | undefined; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    address && (
      <Link className="btn btn-ghost" to={address} onClick={onClick}>
        <LifeBuoy aria-hidden />
        {t('user.help')}
      </Link>
    )
  )
}
