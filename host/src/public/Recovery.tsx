import { changePassword } from '@cuadre/api/identity'
import { call, Failure, Link, useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { Form, TextField, useForm } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'
import { publicPaths } from '../pages/pages.ts'
import { Done } from './Done.tsx'
import { NewPassword } from './NewPassword.tsx'

/** From the link of the mail, with `#token=…`; the token leaves the address bar at once. */
export function Recovery() {
  const { t } = useTranslation()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  const [asksCode, setAsksCode] = useState(false)
  const [done, setDone] = useState(false)
  const form = useForm({ defaultValues: { password: '', again: '', code: '' } })
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  if (done) return <Done>{t('recovery.done')}</Done>
  if (!token)
    return (
      <Note kind="warning">
        {t('recovery.noLink')}{' '}
        <Link className="link" to={publicPaths.forgotPassword}>
          {t('public.forgotPassword.title')}
        </Link>
      </Note>
    )
  return (
    <Form
      form={form}
      submit={t('recovery.save')}
      onSubmit={async ({ password, code }) => {
        try {
          await call(changePassword, { body: { token, password, ...(code.trim() ? { code } : {}) } })
        } catch (error) {
          // The account has a second factor: its field comes with the sentence that asks for it.
          if (error instanceof Failure && error.issues.some(({ path }) => path === 'code')) setAsksCode(true)
          throw error
        }
        setTimeout(() => setDone(true))
      }}
    >
      <div className="fields">
        <NewPassword label={t('profile.passwordNew')} />
        {asksCode && <TextField wide name="code" label={t('secondFactor.code')} autoComplete="one-time-code" />}
      </div>
    </Form>
  )
}
