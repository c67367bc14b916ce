import { listBusinesses } from '@cuadre/api/business'
import { MAX_REOPENING_HOURS, MIN_REASON, reopenBusiness } from '@cuadre/api/closing'
import type { Period } from '@cuadre/api/period'
import { call, query, useTranslation } from '@cuadre/shell'
import { formatDateTime, formatMonth, notify, useLocale } from '@cuadre/ui'
import { Form, SelectField, TextArea, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { atItsDay, MomentField } from './MomentField.tsx'
import { type At, atIn, momentOf, useZone } from './zone.ts'

type Values = { ID_NEGOCIO: string; HASTA: At; MOTIVO: string }
const DAY_MS = 86_400_000

export function ReopenBusinessDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const zone = useZone()
  const name = formatMonth(period.PERIODO, locale)
  const client = useQueryClient()
  const businesses = useQuery(query(listBusinesses, { query: { limit: 999 } }))
  const form = useForm<Values>({
    defaultValues: {
      ID_NEGOCIO: '',
      MOTIVO: '',
      HASTA: atIn(new Date(Math.ceil((Date.now() + DAY_MS) / 3_600_000) * 3_600_000).toISOString(), zone),
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t('reopen.businessTitle', { period: name })}
      description={t('reopen.businessText', { hours: MAX_REOPENING_HOURS })}
    >
      <Form
        form={form}
        submit={t('reopen.business')}
        onCancel={onClose}
        onSubmit={async ({ ID_NEGOCIO, HASTA, MOTIVO }) => {
          const until = momentOf(HASTA, zone)
          if (!until) return form.setError('HASTA.time', { message: t('moment.none') })
          const body = { ID_NEGOCIO: Number(ID_NEGOCIO), HASTA: until, MOTIVO }
          const made = await call(reopenBusiness, { params: { id: period.COD_PERIODO }, body }).catch((error) => {
            throw atItsDay(error, ['HASTA'])
          })
          notify.success(t('reopen.goesOn', { business: made.NEGOCIO, until: formatDateTime(made.HASTA, locale) }))
          setTimeout(() => {
            onClose()
            void client.invalidateQueries({ queryKey: ['period'] })
          })
        }}
      >
        <div className="fields">
          <SelectField
            name="ID_NEGOCIO"
            label={t('closing.business')}
            wide
            options={(businesses.data?.data ?? []).map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO }))}
          />
          <MomentField name="HASTA" label={t('reopen.until')} />
          <TextArea name="MOTIVO" label={t('record.reason')} minLength={MIN_REASON} maxLength={500} wide />
        </div>
      </Form>
    </Dialog>
  )
}
