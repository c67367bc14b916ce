import type { FilterKey } from '@cuadre/api/endpoint'
import { listWebhookDeliveries, repeatWebhookDelivery, type Webhook, type WebhookDelivery } from '@cuadre/api/webhook'
import { call, listInput, pageOf, query, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatMonth, type Locale, notify, StateBadge, type StateName, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { Drawer, RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { useWhy } from '../shared/useWhy.ts'
import { answerOf } from './answer.ts'

const LOOK: Record<WebhookDelivery['ESTADO'], StateName> = { pendiente: 'pendiente', entregada: 'aprobado', fallida: 'rechazado' }
const STATES = Object.keys(LOOK) as WebhookDelivery['ESTADO'][]
const keyOf = ({ id }: WebhookDelivery) => String(id)

/** What was sent to another system, what it answered, and when it is tried again. */
export function DeliveryLog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const table = useTableState<never, FilterKey<typeof listWebhookDeliveries>>({ key: 'registro-de-avisos', filters: ['estado'] })
  const input = listInput(listWebhookDeliveries, table.state)
  const found = useQuery({
    ...query(listWebhookDeliveries, { params: { id: hook.id }, query: input }),
    placeholderData: keepPreviousData,
  })
  const locale = useLocale()
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const repeat = ({ id }: WebhookDelivery) =>
    call(repeatWebhookDelivery, { params: { id } })
      .then(() => notify.success(t('webhook.again')))
      .catch((error) => notify.danger(why(error, t('webhook.failed'))))
      .finally(() => client.invalidateQueries({ queryKey: ['webhooks'] }))
  return (
    <Drawer open onClose={onClose} size="half" title={t('webhook.logOf', { name: hook.NOMBRE })}>
      <PagedTable
        table={table}
        search={t('webhook.searchLog')}
        columns={columns}
        filters={[
          {
            name: 'estado',
            label: t('service.status'),
            single: true,
            options: STATES.map((value) => ({ value, label: t(`webhook.states.${value}`) })),
          },
        ]}
        label={t('webhook.log')}
        none={t('none.delivery')}
        {...pageOf(found)}
        rowKey={keyOf}
        actions={(sent) => (
          <RowMenu
            label={t('webhook.actionsOf', { id: sent.id })}
            entries={[{ label: t('webhook.repeat'), icon: <RotateCw aria-hidden />, onSelect: () => void repeat(sent) }]}
          />
        )}
        empty={<EmptyState title={t('webhook.emptyLog')}>{t('webhook.emptyLogHint')}</EmptyState>}
      />
    </Drawer>
  )
}

/** Which account, file and month it names: two approvals are not told apart by their time. */
function aboutOf({ DATOS }: WebhookDelivery, locale: Locale) {
  // What `announce` of the server writes; of a test there is none of it.
  const { analisis, carga, periodo } = DATOS as {
    analisis?: { CUENTA: string; NEGOCIO: string }
    carga?: { ARCHIVO: string }
    periodo?: { PERIODO: string }
  }
  const parts = [analisis && `${analisis.CUENTA} ${analisis.NEGOCIO}`, carga?.ARCHIVO, periodo && formatMonth(periodo.PERIODO, locale)]
  return parts.filter(Boolean).join(' · ') || '—'
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<WebhookDelivery>[] => [
  {
    id: 'ESTADO',
    header: t('service.status'),
    cell: (d) => <StateBadge state={LOOK[d.ESTADO]}>{t(`webhook.states.${d.ESTADO}`)}</StateBadge>,
    phone: 'title-end',
  },
  { id: 'EVENTO', header: t('webhook.what'), cell: (d) => t(`webhook.event.${d.EVENTO}`), hideable: false, phone: 'title' },
  { id: 'DATOS', header: t('webhook.of'), cell: (d) => aboutOf(d, locale), cut: true, width: '30%', phone: 'sub' },
  { id: 'RESPUESTA', header: t('webhook.answer'), cell: (d) => answerOf(t, d), phone: 'sub' },
  { id: 'TEXTO', header: t('webhook.text'), cell: (d) => d.TEXTO || '—', cut: true },
  {
    id: 'INTENTOS',
    header: t('webhook.attempts'),
    cell: ({ INTENTOS, PROXIMO_INTENTO }) => (
      <>
        {INTENTOS}
        {PROXIMO_INTENTO && (
          <small className="muted nowrap">
            <br />
            {t('webhook.next')} <DateText value={PROXIMO_INTENTO} as="datetime" />
          </small>
        )}
      </>
    ),
    align: 'number',
  },
  { id: 'FECHA', header: t('webhook.at'), cell: (d) => <DateText value={d.FECHA} as="datetime" />, align: 'end', phone: 'sub-end' },
]
