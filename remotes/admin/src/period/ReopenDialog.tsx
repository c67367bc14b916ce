import { MIN_REASON, reopenPeriod } from '@cuadre/api/closing'
import type { Period } from '@cuadre/api/period'
import { call, useTranslation } from '@cuadre/shell'
import { formatMonth, notify, useLocale } from '@cuadre/ui'
import { Form, TextArea, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'

export function ReopenDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const name = formatMonth(period.PERIODO, useLocale())
  const client = useQueryClient()
  const form = useForm({ defaultValues: { MOTIVO: '' } })
  return (
    <Dialog open onClose={onClose} title={t('reopen.title', { period: name })} description={t('reopen.text')}>
      <Form
        form={form}
        submit={t('reopen.do')}
        onCancel={onClose}
        onSubmit={async ({ MOTIVO }) => {
          await call(reopenPeriod, { params: { id: period.COD_PERIODO }, body: { MOTIVO } })
          notify.success(t('reopen.done', { period: name }))
          setTimeout(() => {
            onClose()
            void client.invalidateQueries()
          })
        }}
      >
        <TextArea name="MOTIVO" label={t('record.reason')} minLength={MIN_REASON} maxLength={500} />
      </Form>
    </Dialog>
  )
}
