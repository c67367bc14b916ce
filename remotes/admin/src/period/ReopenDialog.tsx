import { MIN_REASON, reopenPeriod } from '@cuadre/api/closing'
import { listPeriods, PERIOD_STATUS, type Period } from '@cuadre/api/period'
import { call, query, useTranslation } from '@cuadre/shell'
import { formatMonth, Note, notify, useLocale } from '@cuadre/ui'
import { Form, TextArea, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'

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
        <Later than={period} />
        <TextArea name="MOTIVO" label={t('record.reason')} minLength={MIN_REASON} maxLength={500} />
      </Form>
    </Dialog>
  )
}

/** The month that began with the balances of this one, where something in it is approved: it is what a correction would change. */
function Later({ than }: { than: Period }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const { data } = useQuery(query(listPeriods, { query: { limit: 999, sort: 'PERIODO' } }))
  const next = data?.data.find(({ PERIODO }) => PERIODO > than.PERIODO)
  if (!next || next.APROBADOS === 0) return null
  const { PERIODO, APROBADOS, ESTADO } = next
  return (
    <Note kind="warning">
      {t(ESTADO.ID === PERIOD_STATUS.cerrado ? 'reopen.laterClosed' : 'reopen.laterOpen', {
        period: formatMonth(PERIODO, locale),
        count: APROBADOS,
      })}
    </Note>
  )
}
