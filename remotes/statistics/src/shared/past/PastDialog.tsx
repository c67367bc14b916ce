import { useTranslation } from '@cuadre/shell'
import { useLocale } from '@cuadre/ui'
import { DateField, Form, TextField, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { DateTime } from 'luxon'
import { formatPast } from './formatPast.ts'
import { momentIn } from './moment.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
type Props = { zone: string; asOf: string | undefined; onShow: (moment: string) => void; onClose: () => void }

/** A day and an hour of 24 in the zone of the business. */
export default function PastDialog({ zone, asOf, onShow, onClose }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const given = DateTime.fromISO(asOf ?? '', { zone })
  const first = given.isValid ? given : DateTime.now().setZone(zone).minus({ days: 1 }).set({ second: 0 })
  const form = useForm<{ day: string; time: string }>({
    defaultValues: { day: first.toFormat('yyyy-MM-dd'), time: first.toFormat(first.second ? 'HH:mm:ss' : 'HH:mm') },
  })
  return (
    <Dialog open onClose={onClose} title={t('past.title')} description={t('past.text')}>
      <Form
        form={form}
        submit={t('past.show')}
        onCancel={onClose}
        onSubmit={async ({ day, time }) => {
          const moment = momentIn(day, time.trim(), zone)
          if (!moment) return form.setError('time', { message: t('past.none') })
          if (moment > DateTime.now()) return form.setError('day', { message: t('past.future') })
          setTimeout(() => {
            onClose()
            onShow(moment.toISO({ suppressMilliseconds: true })!)
          })
        }}
      >
        <div className="fields">
          <DateField name="day" label={t('past.day')} />
          <TextField
            name="time"
            label={t('past.time')}
            placeholder="18:00"
            maxLength={8}
            help={formatPast(first.toISO()!, zone, locale).zone}
            validate={(typed: string) => (TIME.test(typed.trim()) ? undefined : t('past.timeWrong'))}
          />
        </div>
      </Form>
    </Dialog>
  )
}
