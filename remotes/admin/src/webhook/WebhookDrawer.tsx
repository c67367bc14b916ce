import {
  createWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookSecret,
} from '@cuadre/api/webhook'
import { call, Failure, isSince, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { Note, notify } from '@cuadre/ui'
import { ChoicesField, Form, SwitchField, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

type Values = { NOMBRE: string; URL: string; EVENTOS: string[]; ACTIVO: boolean }
interface Props {
  hook?: Webhook
  onClose: () => void
  onSecret: (secret: WebhookSecret) => void
}

export function WebhookDrawer({ hook, onClose, onSecret }: Props) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const me = useMe()
  const [current, setCurrent] = useState(hook)
  const [moved, setMoved] = useState(false)
  const form = useForm<Values>({
    defaultValues: { NOMBRE: hook?.NOMBRE ?? '', URL: hook?.URL ?? '', EVENTOS: hook?.EVENTOS ?? [], ACTIVO: hook?.ACTIVO ?? true },
  })
  const save = async (values: Values) => {
    const body = { ...values, URL: values.URL.trim(), EVENTOS: WEBHOOK_EVENTS.filter((event) => values.EVENTOS.includes(event)) }
    try {
      if (current) {
        await call(updateWebhook, { params: { id: current.id }, body: { ...body, REVISION: current.REVISION } })
        notify.success(t('service.saved', { name: body.NOMBRE }))
      } else {
        const since = Date.now()
        const made = await call(createWebhook, { body }).catch(async (error: unknown) => {
          const mine = async (signal: AbortSignal) =>
            (await call(listWebhooks, { query: { limit: 1000 } }, { signal })).data.find(
              ({ URL, CREADO_POR, CREADO_EN }) => isSince(CREADO_EN, since) && URL === body.URL && CREADO_POR === me.NOMBRE,
            )
          const { id } = (await whatBecame<Webhook | undefined>(error, mine, (one) => one !== undefined))!
          // Its secret was lost with the answer; nobody has it.
          return call(renewWebhookSecret, { params: { id } })
        })
        setTimeout(() => onSecret(made))
      }
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        setCurrent(error.current as Webhook)
        setMoved(true)
      }
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: ['webhooks'] })
    }
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} size="half" title={hook ? hook.NOMBRE : t('webhook.create')}>
      <Form form={form} submit={t(hook ? 'actions.save' : 'webhook.create')} onCancel={onClose} onSubmit={save}>
        {moved && <Note kind="warning">{t('service.moved')}</Note>}
        <div className="fields">
          <TextField name="NOMBRE" label={t('user.name')} help={t('webhook.nameHint')} minLength={3} maxLength={120} wide />
          <TextField name="URL" label={t('webhook.url')} help={t('webhook.urlHint')} minLength={8} maxLength={500} wide />
          <ChoicesField
            name="EVENTOS"
            label={t('webhook.events')}
            help={t('webhook.eventsHint')}
            options={WEBHOOK_EVENTS.map((value) => ({ value, label: t(`webhook.event.${value}`) }))}
            wide
          />
          <SwitchField name="ACTIVO" label={t('service.active')} help={t('webhook.activeHint')} />
        </div>
      </Form>
    </Drawer>
  )
}
