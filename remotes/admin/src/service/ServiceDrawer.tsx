import {
  createService,
  listServices,
  renewServiceSecret,
  SERVICE_KEYS,
  type ServiceAccount,
  type ServiceSecret,
  updateService,
} from '@cuadre/api/service'
import { call, Failure, isSince, useCan, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { Note, notify, Skeleton } from '@cuadre/ui'
import { ChoicesField, Form, SwitchField, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { placeOf, placesOf } from '../shared/person/person.ts'
import { useScopeOptions } from '../shared/person/useScopeOptions.ts'

type Values = { NOMBRE: string; CLIENTE: string; llaves: string[]; alcance: string[]; activo: boolean }

interface Props {
  service?: ServiceAccount
  onClose: () => void
  onSecret: (secret: ServiceSecret) => void
}

/** Registering a program and changing what it may do are the same form. */
export function ServiceDrawer({ service, onClose, onSecret }: Props) {
  const { t } = useTranslation('admin')
  const can = useCan()
  const client = useQueryClient()
  const me = useMe()
  const places = useScopeOptions(service?.alcance)
  const [current, setCurrent] = useState(service)
  const [moved, setMoved] = useState(false)
  const form = useForm<Values>({
    defaultValues: {
      NOMBRE: service?.NOMBRE ?? '',
      CLIENTE: '',
      llaves: service?.llaves ?? ['accounts.delivery.send'],
      alcance: service?.alcance.map(placeOf) ?? [],
      activo: service?.status !== 'inactivo',
    },
  })
  // Nobody gives a key that they do not have; one that the program has already may stay.
  const keys = SERVICE_KEYS.filter((key) => can(key) || service?.llaves.includes(key))
  const save = async ({ NOMBRE, CLIENTE, llaves, alcance, activo }: Values) => {
    const body = {
      NOMBRE,
      llaves: SERVICE_KEYS.filter((key) => llaves.includes(key)),
      alcance: placesOf(alcance),
      status: activo ? ('activo' as const) : ('inactivo' as const),
    }
    try {
      if (current) {
        await call(updateService, { params: { id: current.id }, body: { ...body, REVISION: current.REVISION } })
        notify.success(t('service.saved', { name: NOMBRE }))
      } else {
        const since = Date.now()
        const made = await call(createService, { body: { ...body, CLIENTE } }).catch(async (error: unknown) => {
          const mine = async (signal: AbortSignal) =>
            (await call(listServices, { query: { limit: 1000 } }, { signal })).data.find(
              (one) => isSince(one.CREADO_EN, since) && one.NOMBRE === NOMBRE.trim() && one.CREADO_POR === me.NOMBRE,
            )
          const { id } = (await whatBecame<ServiceAccount | undefined>(error, mine, (one) => one !== undefined))!
          // Its secret was lost with the answer; nobody has it.
          return call(renewServiceSecret, { params: { id } })
        })
        setTimeout(() => onSecret(made))
      }
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        setCurrent(error.current as ServiceAccount)
        setMoved(true)
      }
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: ['services'] })
    }
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} size="half" title={service ? service.NOMBRE : t('service.create')}>
      {places ? (
        <Form form={form} submit={t(service ? 'actions.save' : 'service.create')} onCancel={onClose} onSubmit={save}>
          {moved && <Note kind="warning">{t('service.moved')}</Note>}
          <div className="fields">
            <TextField name="NOMBRE" label={t('user.name')} help={t('service.nameHint')} minLength={3} maxLength={120} wide />
            {!service && (
              <TextField
                name="CLIENTE"
                label={t('service.client')}
                help={t('service.clientHint')}
                validate={(value: string) =>
                  /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/.test(value.trim().toLowerCase()) ? undefined : t('service.clientRule')
                }
                wide
              />
            )}
            <ChoicesField
              name="llaves"
              label={t('service.keys')}
              help={t('service.keysHint')}
              options={keys.map((value) => ({ value, label: t(`permission.${value}.name`) }))}
              wide
            />
            <ChoicesField name="alcance" label={t('service.scope')} help={t('service.scopeHint')} options={places} wide />
            <SwitchField name="activo" label={t('service.active')} help={t('service.activeHint')} />
          </div>
        </Form>
      ) : (
        <Skeleton height={200} />
      )}
    </Drawer>
  )
}
