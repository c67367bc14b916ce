import type { Permission } from '@cuadre/api/permissions'
import { type PersonAccess, setPermission } from '@cuadre/api/role'
import { call, useTranslation } from '@cuadre/shell'
import { dayAt, notify } from '@cuadre/ui'
import { DateField, Form, SelectField, TextArea, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'

interface Props {
  person: Pick<PersonAccess, 'id' | 'NOMBRE' | 'revision'>
  permission: Permission
  /** What it would mostly be for: to deny what they can, to grant what they cannot. */
  can: boolean
  onClose: () => void
}

/** Grants or denies one key to one person, with a reason and perhaps a last day. */
export function ExceptionDrawer({ person, permission, can, onClose }: Props) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const form = useForm({ defaultValues: { que: can ? 'denegar' : 'conceder', motivo: '', hasta: '' } })
  return (
    <Drawer open onClose={onClose} size="wide" title={t('access.exception.title', { name: person.NOMBRE })}>
      <Form
        form={form}
        submit={t('access.exception.save')}
        onCancel={onClose}
        onSubmit={async ({ que, motivo, hasta }) => {
          await call(setPermission, {
            body: {
              userId: person.id,
              key: permission,
              enabled: que === 'conceder',
              motivo: motivo.trim(),
              ...(hasta && { hasta }),
              revision: person.revision,
            },
          }).finally(() => client.invalidateQueries({ queryKey: ['permissions'] }))
          notify.success(t('access.exception.saved', { name: person.NOMBRE }))
          setTimeout(onClose)
        }}
      >
        <div className="fields" style={{ paddingBlock: 12 }}>
          <p>
            <b className="strong">{t(`permission.${permission}.name`)}</b> <span className="key-name">{permission}</span>
            <br />
            <span className="small muted">{t(`permission.${permission}.hint`)}</span>
          </p>
          <SelectField
            name="que"
            label={t('access.exception.what')}
            options={(['conceder', 'denegar'] as const).map((value) => ({ value, label: t(`access.exception.${value}`) }))}
            wide
          />
          <TextArea
            name="motivo"
            label={t('access.exception.reason')}
            help={t('access.exception.reasonHint')}
            minLength={10}
            maxLength={300}
            wide
          />
          <DateField name="hasta" label={t('access.exception.until')} help={t('access.exception.untilHint')} min={dayAt()} optional wide />
        </div>
      </Form>
    </Drawer>
  )
}
