import { sendSupportEmail } from '@cuadre/api/user'
import { call, useTranslation } from '@cuadre/shell'
import { Form, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { useState } from 'react'
import { Done } from './Done.tsx'

/** For whoever cannot sign in: a letter to support. */
export function Support() {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const form = useForm({ defaultValues: { NOMBRE: '', email: '', ASUNTO: '', MENSAJE: '' } })
  if (sent) return <Done>{t('support.sent')}</Done>
  return (
    <Form
      form={form}
      submit={t('support.send')}
      onSubmit={async (body) => {
        await call(sendSupportEmail, { body })
        setTimeout(() => setSent(true))
      }}
    >
      <div className="fields">
        <TextField name="NOMBRE" label={t('public.name')} autoComplete="name" minLength={2} maxLength={120} />
        <TextField name="email" type="email" label={t('public.email')} autoComplete="email" maxLength={200} />
        <TextField wide name="ASUNTO" label={t('support.subject')} minLength={3} maxLength={150} />
        <TextArea wide name="MENSAJE" label={t('support.message')} rows={6} minLength={10} maxLength={4000} />
      </div>
    </Form>
  )
}
