import { isSignUpOpen, Link, useTranslation } from '@cuadre/shell'
import type { ComponentType } from 'react'
import { Kit } from '../Kit.tsx'
import { Plain } from '../layout/Plain.tsx'
import { publicPaths } from '../pages/pages.ts'
import { Forgot } from './Forgot.tsx'
import { Recovery } from './Recovery.tsx'
import { SignUp } from './SignUp.tsx'
import { Support } from './Support.tsx'
import './outside.css'

const PAGES = {
  support: Support,
  signUp: SignUp,
  forgotPassword: Forgot,
  recoveryPassword: Recovery,
} satisfies Partial<Record<keyof typeof publicPaths, ComponentType>>

/** What somebody can do who has not signed in, and perhaps cannot: one form, and the way back. */
export default function Outside({ name }: { name: keyof typeof PAGES }) {
  const { t } = useTranslation()
  const Page = PAGES[name]
  return (
    <Kit>
      <Plain className="plain-wide outside" title={t(`outside.${name}.title`)}>
        {(name !== 'signUp' || isSignUpOpen()) && <p className="muted">{t(`outside.${name}.text`)}</p>}
        <Page />
        <Link className="link" to={publicPaths.signIn}>
          {t('outside.back')}
        </Link>
      </Plain>
    </Kit>
  )
}
