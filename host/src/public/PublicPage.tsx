import { isSignUpOpen, Link, useTranslation } from '@cuadre/shell'
import type { ComponentType } from 'react'
import { Kit } from '../Kit.tsx'
import { CenteredPage } from '../layout/CenteredPage.tsx'
import { Forgot } from './Forgot.tsx'
import { Recovery } from './Recovery.tsx'
import { SignUp } from './SignUp.tsx'
import { Support } from './Support.tsx'
import './public.css'

const PAGES = {
  '/soporte': { name: 'support', Page: Support },
  '/sign-up': { name: 'signUp', Page: SignUp },
  '/forgot-password': { name: 'forgot', Page: Forgot },
  '/recovery-password': { name: 'recovery', Page: Recovery },
} as const satisfies Record<string, { name: string; Page: ComponentType }>

/** What somebody can do who has not signed in, and perhaps cannot: one form, and the way back. */
export default function PublicPage({ path }: { path: keyof typeof PAGES }) {
  const { t } = useTranslation()
  const { name, Page } = PAGES[path]
  return (
    <Kit>
      <CenteredPage className="centered-page-wide public" title={t(`public.${name}.title`)}>
        {(path !== '/sign-up' || isSignUpOpen()) && <p className="muted">{t(`public.${name}.text`)}</p>}
        <Page />
        <Link className="link" to="/sign-in">
          {t('public.back')}
        </Link>
      </CenteredPage>
    </Kit>
  )
}
