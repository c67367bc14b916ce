import { useMe, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { FormSection } from '@cuadre/ui/forms'
import { AppearanceOptions } from '../layout/AppearanceOptions.tsx'
import { roleName } from '../layout/roleName.ts'
import { hostPages } from '../pages/pages.ts'
import { NotificationPreferences } from './NotificationPreferences.tsx'
import { Password } from './Password.tsx'
import { Picture } from './Picture.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { Signature } from './Signature.tsx'
import './profile.css'

/** What concerns the person alone: who they are, how they sign and sign in, how they are told, how it looks. */
export default function ProfilePage() {
  const { t } = useTranslation()
  const me = useMe()
  const roles = me.roles.map((role) => roleName(t, role)).join(', ')
  const data = [
    [t('profile.name'), me.NOMBRE],
    [t('profile.user'), me.USUARIO],
    [t('profile.email'), me.email],
    [t('profile.roles'), roles],
    [t('context.country'), me.PAIS ?? t('context.allCountries')],
    [t('context.business'), me.NEGOCIO ?? t('context.allBusinesses')],
  ] as const
  return (
    <Page title={t('profile.title')} crumbs={[{ label: t('menu.top'), to: hostPages.home.link() }, { label: t('profile.title') }]}>
      <FormSection title={t('profile.data')} description={t('profile.dataHint')}>
        <div className="profile-who">
          <Picture />
          <dl className="my-data">
            {data.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd translate="no">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </FormSection>
      <FormSection title={t('profile.signature')} description={t('profile.signatureHint')}>
        <Signature />
      </FormSection>
      <FormSection title={t('profile.password')} description={t('profile.passwordHint')}>
        <Password />
      </FormSection>
      <FormSection title={t('secondFactor.title')} description={t('secondFactor.hint')}>
        <SecondFactor quiet destination={hostPages.profile.link()} />
      </FormSection>
      <FormSection title={t('profile.sessions')} description={t('profile.sessionsHint')}>
        <Sessions />
      </FormSection>
      <FormSection title={t('profile.notices')} description={t('profile.noticesHint')}>
        <NotificationPreferences />
      </FormSection>
      <FormSection title={t('preferences.title')} description={t('preferences.hint')}>
        <AppearanceOptions />
      </FormSection>
    </Page>
  )
}
