import { isSignUpOpen, Link, useTranslation } from '@cuadre/shell'
import type { ComponentType } from 'react'
import { Kit } from '../Kit.tsx'
import { Plain } from '../layout/Plain.tsx'
import { Forgot } from './Forgot.tsx'
import { Recovery } from './Recovery.tsx'
import { SignUp } from './SignUp.tsx'
import { Support } from './Support.tsx'
import './outside.css'

const PAGES = {
  '/soporte': { name: 'support', Page: Support },
  '/sign-up': { name: 'signUp', Page: SignUp },
  '/forgot-password': { name: 'forgot', Page: Forgot },
  '/recovery-password': { name: 'recovery', Page: Recovery },
} as const satisfies Record<string, { name: string; Page: ComponentType }>

/** What somebody can do who has not signed in, and perhaps cannot: one form, and the way back. */
export default function Outside({ path }: { path: keyof typeof PAGES }) {
  const { t } = useTranslation()
  const { name, Page } = PAGES[path]
  return (
    <Kit>
      <Plain className="plain-wide outside" title={t(`outside.${name}.title`)}>
        {(path !== '/sign-up' || isSignUpOpen()) && <p className="muted">{t(`outside.${name}.text`)}</p>}
        <Page />
        <Link className="link" to="/sign-in">
          {t('outside.back')}
        </Link>
      </Plain>
    </Kit>
  )
}
