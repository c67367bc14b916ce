import { type GroupCurrency, setGroupCurrency } from '@cuadre/api/exchange-rate'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { Form, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Another currency for the whole group, with its reason. */
export function GroupDrawer({ group, onClose }: { group: GroupCurrency; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const client = useQueryClient()
  /** As it was when the field was filled, or as a refusal said it is: one that is read again meanwhile is not written over unseen. */
  const [seen, setSeen] = useState(group)
  const form = useForm({ defaultValues: { MONEDA: group.MONEDA ?? '', motivo: '' } })
  return (
    <Drawer open onClose={onClose} title={t('rate.group')} size="wide">
      <Form
        form={form}
        submit={t('rate.save')}
        onCancel={onClose}
        onSubmit={async ({ MONEDA, motivo }) => {
          const body = { MONEDA: MONEDA.trim().toUpperCase(), motivo: motivo.trim(), ...(seen.MONEDA && { REVISION: seen.REVISION }) }
          try {
            const { MONEDA: currency } = await call(setGroupCurrency, { body })
            notify.success(t('rate.groupSaved', { currency }))
          } catch (error) {
            if (error instanceof Failure && error.code === 'row_moved') {
              // The contract says what a `current` of this call is.
              setSeen(error.current as GroupCurrency)
              await client.invalidateQueries({ queryKey: ['exchange-rate'] })
            }
            throw error
          }
          await client.invalidateQueries()
          setTimeout(onClose)
        }}
      >
        <div className="fields">
          <p className="wide small muted">{t('rate.groupHint')}</p>
          <TextField
            name="MONEDA"
            label={t('rate.group')}
            help={t('rate.groupCode')}
            maxLength={3}
            validate={(value: string) => (/^[a-z]{3}$/i.test(value.trim()) ? undefined : t('rate.groupCode'))}
          />
          <TextArea name="motivo" label={t('rate.reason')} minLength={10} maxLength={500} wide />
        </div>
      </Form>
    </Drawer>
  )
}
