import { useTranslation } from '@cuadre/shell'
import { SelectField, TextField } from '@cuadre/ui/forms'

/** User name, e-mail and language. */
export function AccountFields({ emailHint }: { emailHint?: string | undefined }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <TextField
        name="USUARIO"
        label={t('user.username')}
        help={t('auditor.usernameHint')}
        minLength={3}
        maxLength={40}
        validate={(value: string) =>
          /^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/.test(value.trim().toLowerCase()) ? undefined : t('auditor.usernameWrong')
        }
      />
      <TextField
        name="email"
        type="email"
        label={t('user.email')}
        help={emailHint}
        maxLength={200}
        validate={(value: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? undefined : t('auditor.emailWrong'))}
      />
      <SelectField
        name="locale"
        label={t('auditor.language')}
        options={[
          { value: 'es', label: 'Español' },
          { value: 'en', label: 'English' },
        ]}
      />
    </>
  )
}
