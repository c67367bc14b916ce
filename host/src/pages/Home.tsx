import { isFirstLogin, Link, useMe, useTranslation } from '@cuadre/shell'
import { EmptyState, Note, Page } from '@cuadre/ui'
import type { ComponentType } from 'react'
import type { Area } from '../federation/areas.ts'
import type { AreaPart } from '../federation/load.ts'
import { hostPages } from './pages.ts'

type Props = { areas: Area[]; AreaView: ComponentType<AreaPart> }

/** Composed of the widgets that areas announce for the active role. */
export default function Home({ areas, AreaView }: Props) {
  const { t } = useTranslation()
  const { SPC_TIPO_USUARIOS: role, NOMBRE } = useMe()
  const widgets = areas
    .flatMap((area) => Object.entries(area.data?.widgets ?? {}).map(([name, widget]) => ({ area, name, ...widget })))
    .filter(({ roles }) => roles.some((id) => id === role.COD_TIPO_USUARIO))
    .sort((a, b) => a.order - b.order)
  if (widgets.length === 0)
    return (
      <Page title={t('home.greeting', { name: NOMBRE })}>
        <EmptyState title={t('home.empty')}>{t('home.emptyHint')}</EmptyState>
      </Page>
    )
  return (
    <>
      {isFirstLogin() && <Welcome />}
      {widgets.map(({ area, name }) => (
        <AreaView key={`${area.id}/${name}/${role.COD_TIPO_USUARIO}`} area={area} part="widgets" name={name} />
      ))}
    </>
  )
}

/** Nobody has been here as this person before. */
function Welcome() {
  const { t } = useTranslation()
  return (
    <div className="page" style={{ minBlockSize: 'auto', flex: 'none', paddingBlockEnd: 0 }}>
      <Note>
        <b className="strong">{t('home.welcome')}</b>{' '}
        <Link className="link" to={hostPages.profile.link()}>
          {t('home.welcomeProfile')}
        </Link>{' '}
        {t('home.welcomeHint')}
      </Note>
    </div>
  )
}
