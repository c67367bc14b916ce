import { myBusinesses } from '@cuadre/api/session'
import { Failure, query, switchContext, switchRole, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { IconButton, Kbd, notify } from '@cuadre/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Menu, Search } from 'lucide-react'
import { memo } from 'react'
import { Notifications } from '../notifications/Notifications.tsx'
import { hostPages } from '../pages/pages.ts'
import { openPalette } from '../palette/PaletteKey.tsx'
import { Brand } from './Brand.tsx'
import { Choice } from './Choice.tsx'
import { Preferences } from './Preferences.tsx'
import { roleName } from './roleName.ts'
import { UserMenu } from './UserMenu.tsx'

type Props = { onMenu: () => void; onSwitching: (switching: boolean) => void }

/** Country, business and active role, which can be switched here, then the user's menu. */
export const TopBar = memo(({ onMenu, onSwitching }: Props) => {
  const { t } = useTranslation()
  return (
    <header className="top">
      <IconButton className="nav-open" icon={<Menu aria-hidden />} label={t('nav.open')} onClick={onMenu} />
      <Brand />
      <Context onSwitching={onSwitching} />
      <button type="button" className="go-to" title={t('palette.title')} aria-keyshortcuts="Control+K" onClick={openPalette}>
        <Search aria-hidden />
        <span className="go-to-text">{t('palette.search')}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <Notifications />
      <Preferences />
      <UserMenu />
    </header>
  )
})

function Context({ onSwitching }: Pick<Props, 'onSwitching'>) {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const countries = new Map(businesses.flatMap(({ ID_PAIS, PAIS }) => (PAIS === null ? [] : [[ID_PAIS, PAIS] as const])))
  // The data on screen belongs to the old context.
  const change = async (work: Promise<void>) => {
    onSwitching(true)
    try {
      await work
      await client.invalidateQueries()
      return true
    } catch (error) {
      notify.danger(error instanceof Failure && error.message ? error.message : t('permissions.failed'))
      return false
    } finally {
      onSwitching(false)
    }
  }
  return (
    <div className="context">
      <Choice
        label={t('context.country')}
        value={me.ID_PAIS}
        current={me.PAIS}
        all={t('context.allCountries')}
        options={[...countries].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, i18n.language))}
        onChange={(ID_PAIS) => change(switchContext({ ID_PAIS, ID_NEGOCIO: null }))}
      />
      <span className="slash" aria-hidden>
        /
      </span>
      <Choice
        label={t('context.business')}
        value={me.ID_NEGOCIO}
        current={me.NEGOCIO}
        all={t('context.allBusinesses')}
        options={businesses.filter((b) => !me.ID_PAIS || b.ID_PAIS === me.ID_PAIS).map((b) => ({ id: b.ID_NEGOCIO, name: b.NEGOCIO }))}
        onChange={(ID_NEGOCIO) => change(switchContext({ ID_PAIS: me.ID_PAIS, ID_NEGOCIO }))}
      />
      <span className="grow" />
      <Choice
        label={t('context.role')}
        value={me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO}
        options={me.roles.map((r) => ({ id: r.COD_TIPO_USUARIO, name: roleName(t, r) }))}
        onChange={async (rolId) => {
          if (rolId === null) return
          // The new role may not be allowed to open the current page.
          if (await change(switchRole(rolId))) navigate(hostPages.home.link())
        }}
      />
    </div>
  )
}
