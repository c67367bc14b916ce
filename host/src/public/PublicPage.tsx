import { isSignUpOpen, Link, useTranslation } from '@cuadre/shell'
import type { ComponentType } from 'react'
import { Kit } from '../Kit.tsx'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { publicPaths } from '../pages/pages.ts'
import { Forgot } from './Forgot.tsx'
import { ConfirmEmail, StopChange } from './MailLink.tsx'
import { Recovery } from './Recovery.tsx'
import { SignUp } from './SignUp.tsx'
import { Support } from './Support.tsx'
import './public.css'

const PAGES = {
  support: Support,
  signUp: SignUp,
  forgotPassword: Forgot,
  recoveryPassword: Recovery,
  confirmEmail: ConfirmEmail,
  stopChange: StopChange,
} satisfies Partial<Record<keyof typeof publicPaths, ComponentType>>

/** What somebody can do who has not signed in, and perhaps cannot: one form, and the way back. */
export default function PublicPage({ name }: { name: keyof typeof PAGES }) {
  const { t } = useTranslation()
  const Page = PAGES[name]
  return (
    <Kit>
      <CenteredPage className="public" title={t(`public.${name}.title`)}>
        {(name !== 'signUp' || isSignUpOpen()) && <p className="muted">{t(`public.${name}.text`)}</p>}
        <Page />
        <Link className="link" to={publicPaths.signIn}>
          {t('public.back')}
        </Link>
      </CenteredPage>
    </Kit>
  )
}
