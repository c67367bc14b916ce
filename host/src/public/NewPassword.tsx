import { useTranslation } from '@cuadre/shell'
import { TextField } from '@cuadre/ui/forms'

/** A password that nobody has yet, typed twice: the fields `password` and `again` of a form. */
export function NewPassword({ label }: { label: string }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        wide
        name="password"
        type="password"
        autoComplete="new-password"
        label={label}
        help={t('profile.passwordRules')}
        minLength={12}
        maxLength={128}
      />
      <TextField
        wide
        name="again"
        type="password"
        autoComplete="new-password"
        label={t('profile.passwordAgain')}
        validate={(value: string, { password }: { password: string }) => (value === password ? undefined : t('profile.passwordDiffers'))}
      />
    </>
  )
}
