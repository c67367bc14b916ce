import type { SortKey } from '@cuadre/api/endpoint'
import { listWebhooks, removeWebhook, renewWebhookSecret, testWebhook, type Webhook, type WebhookSecret } from '@cuadre/api/webhook'
import { call, listInput, pageOf, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, formatCount, type Locale, notify, Page, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, PagedTable, useTableState } from '@cuadre/ui/data'
import { ConfirmDialog, RowMenu } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Webhook as Icon, KeyRound, ListTree, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SecretDialog } from '../shared/SecretDialog.tsx'
import { useWhy } from '../shared/useWhy.ts'
import { answerOf } from './answer.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { WebhookDrawer } from './WebhookDrawer.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listWebhooks>
type T = ReturnType<typeof useTranslation>['t']
type Open = { what: 'create' } | { what: 'edit' | 'renew' | 'remove'; hook: Webhook }
const keyOf = ({ id }: Webhook) => String(id)

/** Other systems that are told of events: where, of which, and whether it arrives. */
export default function WebhooksPage() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<WebhookSecret>()
  const close = () => setOpen(undefined)
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  const table = useTableState<Key>({ key: 'avisos-a-sistemas', params, setParams, sort: 'NOMBRE' })
  const found = useQuery({ ...query(listWebhooks, { query: listInput(listWebhooks, table.state) }), placeholderData: keepPreviousData })
  // The log stands in the address: a notice of what could not be delivered leads to it.
  const logged = pageOf(found).rows?.find((hook) => keyOf(hook) === params.get('aviso'))
  const showLog = (hook?: Webhook) =>
    setParams(
      (before) => {
        hook ? before.set('aviso', keyOf(hook)) : before.delete('aviso')
        return before
      },
      { replace: true },
    )
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const create = (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => setOpen({ what: 'create' })}>
      {t('webhook.create')}
    </Button>
  )
  /** Says what went wrong, and keeps what asked open. */
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify.danger(why(error, t('webhook.failed')))
      throw error
    } finally {
      void refresh()
    }
  }
  const tryIt = ({ id, NOMBRE }: Webhook) =>
    attempt(async () => {
      const sent = await call(testWebhook, { params: { id } })
      if (sent.ESTADO === 'entregada') notify.success(t('webhook.arrived', { name: NOMBRE, status: sent.RESPUESTA }))
      else notify.danger(t('webhook.notArrived', { name: NOMBRE, why: answerOf(t, sent) }))
    }).catch(() => {})
  return (
    <Page fill title={t('webhook.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('webhook.title') }]} actions={create}>
      <PagedTable
        table={table}
        search={t('webhook.search')}
        columns={columns}
        label={t('webhook.title')}
        none={t('none.webhook')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={showLog}
        actions={(hook) => (
          <RowMenu
            label={t('user.actionsOf', { name: hook.NOMBRE })}
            entries={[
              { label: t('webhook.log'), icon: <ListTree aria-hidden />, onSelect: () => showLog(hook) },
              { label: t('webhook.test'), icon: <Send aria-hidden />, onSelect: () => void tryIt(hook) },
              { label: t('actions.edit'), icon: <Pencil aria-hidden />, onSelect: () => setOpen({ what: 'edit', hook }) },
              { label: t('service.renew'), icon: <KeyRound aria-hidden />, onSelect: () => setOpen({ what: 'renew', hook }) },
              'line',
              { label: t('webhook.remove'), icon: <Trash2 aria-hidden />, onSelect: () => setOpen({ what: 'remove', hook }) },
            ]}
          />
        )}
        empty={
          <EmptyState icon={<Icon aria-hidden />} title={t('webhook.empty')} actions={create}>
            {t('webhook.emptyHint')}
          </EmptyState>
        }
      />
      {open?.what === 'create' && <WebhookDrawer onClose={close} onSecret={setSecret} />}
      {open?.what === 'edit' && <WebhookDrawer hook={open.hook} onClose={close} onSecret={setSecret} />}
      {logged && <DeliveryLog hook={logged} onClose={() => showLog()} />}
      {open?.what === 'renew' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('service.renewAsk', { name: open.hook.NOMBRE })}
          confirm={t('service.renewDo')}
          danger
          onConfirm={() => attempt(async () => setSecret(await call(renewWebhookSecret, { params: { id: open.hook.id } })))}
        >
          {t('webhook.renewText')}
        </ConfirmDialog>
      )}
      {open?.what === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title={t('webhook.removeAsk', { name: open.hook.NOMBRE })}
          confirm={t('webhook.removeDo')}
          danger
          onConfirm={() => attempt(() => call(removeWebhook, { params: { id: open.hook.id } }))}
        >
          {t('webhook.removeText')}
        </ConfirmDialog>
      )}
      {secret && <SecretDialog name={secret.NOMBRE} secret={secret.SECRETO} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

const columnsOf = (t: T, locale: Locale): Column<Webhook, Key>[] => [
  {
    id: 'NOMBRE',
    header: t('user.name'),
    cell: (w) => <span className="strong">{w.NOMBRE}</span>,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  { id: 'URL', header: t('webhook.url'), cell: (w) => w.URL, sortable: true, cut: true, width: '50%', phone: 'sub' },
  {
    id: 'EVENTOS',
    header: t('webhook.events'),
    cell: (w) => w.EVENTOS.map((event) => t(`webhook.event.${event}`)).join(', '),
    cut: true,
    width: '50%',
  },
  { id: 'ACTIVO', header: t('service.status'), cell: (w) => <State hook={w} t={t} />, sortable: true, phone: 'title-end' },
  { id: 'PENDIENTES', header: t('webhook.pending'), cell: (w) => formatCount(w.PENDIENTES, locale), align: 'number' },
  {
    id: 'ULTIMA_ENTREGA',
    header: t('webhook.last'),
    cell: (w) => <DateText value={w.ULTIMA_ENTREGA} as="datetime" />,
    align: 'end',
    phone: 'sub-end',
  },
]
function State({ hook: { ACTIVO, FALLA_DESDE }, t }: { hook: Webhook; t: T }) {
  if (!ACTIVO) return <StateBadge state="por-preparar">{t('service.statuses.inactivo')}</StateBadge>
  if (FALLA_DESDE) return <StateBadge state="rechazado">{t('webhook.failing')}</StateBadge>
  return <StateBadge state="aprobado">{t('service.statuses.activo')}</StateBadge>
}
