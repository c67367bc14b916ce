import { Failure, useTranslation } from '@cuadre/shell'
import { useLocale, zoneName } from '@cuadre/ui'
import { DateField, TextField } from '@cuadre/ui/forms'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A day and an hour of 24 in the zone of the business; its value is {day, time}. The zone is named where the browser shows another time. */
export function MomentField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('admin')
  const elsewhere = zoneName(useLocale())
  return (
    <fieldset className="moment-field" aria-label={label}>
      <DateField name={`${name}.day`} label={label} />
      <TextField
        name={`${name}.time`}
        label={t('moment.time')}
        placeholder="18:00"
        maxLength={5}
        help={elsewhere}
        validate={(typed: string) => (TIME.test(typed.trim()) ? undefined : t('moment.wrong'))}
      />
    </fieldset>
  )
}

/** What the server says of a moment is shown at its day. */
export function atItsDay(error: unknown, names: readonly string[]) {
  if (error instanceof Failure) for (const issue of error.issues) if (names.includes(issue.path)) issue.path = `${issue.path}.day`
  return error
}
