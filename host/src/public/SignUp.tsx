import { sendEmailCode, signUp, verifyEmailCode } from '@cuadre/api/identity'
import { call, currentLocale, doAtProvider, Failure, isSignUpOpen, Link, useTranslation } from '@cuadre/shell'
import { Note, notify } from '@cuadre/ui'
import { Form, TextField, useForm } from '@cuadre/ui/forms'
import { useState } from 'react'
import { publicPaths } from '../pages/pages.ts'
import { actionOf } from '../profile/provider.ts'
import { Done } from './Done.tsx'
import { NewPassword } from './NewPassword.tsx'

type Asked = { token: string; email: string }

/** An account is asked for, and the e-mail proved with the code that was sent; administration gives it a user. */
export function SignUp() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const [done, setDone] = useState(false)
  if (done) return <Done>{t('signUp.done')}</Done>
  if (!isSignUpOpen())
    return (
      <Note kind="info">
        {t('signUp.off')}{' '}
        <Link className="link" to={publicPaths.support}>
          {t('signIn.support')}
        </Link>
      </Note>
    )
  return asked ? <Code asked={asked} onDone={() => setDone(true)} /> : <Ask onAsked={setAsked} />
}

function Ask({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { NOMBRE: '', email: '', password: '', again: '' } })
  return (
    <Form
      form={form}
      submit={t('signUp.ask')}
      onSubmit={async ({ NOMBRE, email, password }) => {
        const { token } = await call(signUp, { body: { NOMBRE, email, password, locale: currentLocale() } }).catch(
          async (error: unknown) => {
            // A provider that registers people itself.
            const action = actionOf(error)
            if (action) await doAtProvider(action)
            throw error
          },
        )
        await call(sendEmailCode, { body: { email } }).catch((error: unknown) => {
          // One was sent within the last minute: it is good for this.
          if (!(error instanceof Failure && error.status === 429)) throw error
        })
        setTimeout(() => onAsked({ token, email }))
      }}
    >
      <div className="fields">
        <TextField name="NOMBRE" label={t('public.name')} autoComplete="name" minLength={2} maxLength={120} />
        <TextField name="email" type="email" label={t('public.email')} autoComplete="email" maxLength={200} />
        <NewPassword label={t('signUp.password')} />
      </div>
    </Form>
  )
}

function Code({ asked: { token, email }, onDone }: { asked: Asked; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { code: '' } })
  const again = () =>
    call(sendEmailCode, { body: { email } }).then(
      () => notify.success(t('signUp.sentAgain')),
      (error: unknown) => notify.danger(error instanceof Failure && error.message ? error.message : t('error.offline')),
    )
  return (
    <Form
      form={form}
      submit={t('signUp.prove')}
      onSubmit={async ({ code }) => {
        await call(verifyEmailCode, { body: { token, code: code.replace(/\s/g, '') } })
        setTimeout(onDone)
      }}
    >
      <div className="fields">
        <p className="small">{t('signUp.codeSent')}</p>
        <TextField
          wide
          name="code"
          label={t('signUp.code')}
          autoComplete="one-time-code"
          validate={(code: string) => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : t('secondFactor.sixDigits'))}
        />
        <div>
          <button type="button" className="link small" onClick={() => void again()}>
            {t('signUp.again')}
          </button>
        </div>
      </div>
    </Form>
  )
}
