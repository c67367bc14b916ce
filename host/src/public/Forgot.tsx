import { forgotPassword } from '@cuadre/api/identity'
import { call, useTranslation } from '@cuadre/shell'
import { Form, TextField, useForm } from '@cuadre/ui/forms'
import { useState } from 'react'
import { Done } from './Done.tsx'

/** The answer is the same for every address. */
export function Forgot() {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const form = useForm({ defaultValues: { email: '' } })
  if (sent) return <Done>{t('forgot.sent')}</Done>
  return (
    <Form
      form={form}
      submit={t('forgot.send')}
      onSubmit={async (body) => {
        await call(forgotPassword, { body })
        setTimeout(() => setSent(true))
      }}
    >
      <div className="fields">
        <TextField wide name="email" type="email" label={t('public.email')} autoComplete="email" maxLength={200} />
      </div>
    </Form>
  )
}
