import { changeMyPassword } from '@cuadre/api/identity'
import { call, doAtProvider, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { Form, FormSection, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { actionOf } from './provider.ts'

export function Password() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div className="profile-part">
      <Button icon={<KeyRound aria-hidden />} onClick={() => setOpen(true)}>
        {t('profile.passwordChange')}
      </Button>
      {open && (
        <Drawer open size="wide" title={t('profile.passwordChange')} onClose={() => setOpen(false)}>
          <PasswordForm onDone={() => setOpen(false)} />
        </Drawer>
      )}
    </div>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '', again: '' } })
  return (
    <Form
      form={form}
      submit={t('profile.passwordChange')}
      onCancel={onDone}
      onSubmit={async ({ currentPassword, newPassword }) => {
        try {
          await call(changeMyPassword, { body: { currentPassword, newPassword } })
        } catch (error) {
          const action = actionOf(error)
          if (!action) throw error
          return doAtProvider(action)
        }
        notify.success(t('profile.passwordChanged'))
        await client.invalidateQueries({ queryKey: ['me', 'sessions'] })
        // After the form has reset to its saved state.
        setTimeout(onDone)
      }}
    >
      <FormSection title={t('profile.password')} description={t('profile.passwordRules')}>
        <TextField wide name="currentPassword" type="password" autoComplete="current-password" label={t('profile.passwordCurrent')} />
        <TextField wide name="newPassword" type="password" autoComplete="new-password" label={t('profile.passwordNew')} minLength={12} />
        <TextField
          wide
          name="again"
          type="password"
          autoComplete="new-password"
          label={t('profile.passwordAgain')}
          validate={(value: string, { newPassword }: { newPassword: string }) =>
            value === newPassword ? undefined : t('profile.passwordDiffers')
          }
        />
      </FormSection>
    </Form>
  )
}
