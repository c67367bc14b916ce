import { confirmEmail, stopChanges } from '@cuadre/api/identity'
import { call, useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { Form, useForm } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'
import { Done } from './Done.tsx'

export const ConfirmEmail = () => <MailLink name="confirmEmail" endpoint={confirmEmail} />
export const StopChange = () => <MailLink name="stopChange" endpoint={stopChanges} />

/**
 * From the link of a mail, with `#token=…`; the token leaves the address bar at once. Nothing happens before the button is pressed, because
 * programs that look at mail open links too.
 */
function MailLink({ name, endpoint }: { name: 'confirmEmail' | 'stopChange'; endpoint: typeof confirmEmail | typeof stopChanges }) {
  const { t } = useTranslation()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  const [done, setDone] = useState(false)
  const form = useForm({ defaultValues: {} })
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  if (done) return <Done>{t(`public.${name}.done`)}</Done>
  if (!token) return <Note kind="warning">{t('public.noLink')}</Note>
  return (
    <Form
      form={form}
      submit={t(`public.${name}.do`)}
      onSubmit={async () => {
        await call(endpoint, { body: { token } })
        setTimeout(() => setDone(true))
      }}
    >
      {null}
    </Form>
  )
}
