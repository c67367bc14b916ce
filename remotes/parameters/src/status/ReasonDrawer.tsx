import { createRejectReason, deleteRejectReason, type RejectReason, updateRejectReason } from '@cuadre/api/analysis-status'
import { call, Failure, sentenceOf, useTranslation } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { Form, SelectField, SwitchField, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const LEVELS = ['JEFATURA', 'CONTROL'] as const
type Values = Pick<RejectReason, 'codigo' | 'nombreEs' | 'nombreEn' | 'nivel' | 'activo'>

/** A new reason, or one to change; one that no analysis has can be removed. */
export function ReasonDrawer({ reason, onClose }: { reason?: RejectReason; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const client = useQueryClient()
  const [seen, setSeen] = useState(reason)
  const [failed, setFailed] = useState<string>()
  const form = useForm<Values>({
    defaultValues: reason ?? { codigo: '', nombreEs: '', nombreEn: '', nivel: 'JEFATURA', activo: true },
  })
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['reject-reason'] })
    notify.success(text)
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} title={t(reason ? 'reason.update' : 'reason.create')} size="wide">
      <Form
        form={form}
        submit={t(reason ? 'actions.save' : 'reason.create')}
        onCancel={onClose}
        onSubmit={async ({ codigo, nombreEs, nombreEn, nivel, activo }) => {
          const body = { codigo, nombreEs, nombreEn, nivel, activo }
          try {
            if (seen) await call(updateRejectReason, { params: { id: seen.id }, body: { ...body, revision: seen.revision } })
            else await call(createRejectReason, { body })
          } catch (error) {
            if (error instanceof Failure && error.code === 'row_moved') setSeen(error.current as RejectReason)
            throw error
          }
          await done(t('reason.saved', { name: nombreEs }))
        }}
      >
        {seen !== reason && seen && <Note kind="warning">{t('reason.moved', { es: seen.nombreEs, en: seen.nombreEn })}</Note>}
        {failed && <Note kind="danger">{failed}</Note>}
        <div className="fields">
          <TextField name="nombreEs" label={t('status.nameEs')} minLength={3} maxLength={120} wide />
          <TextField name="nombreEn" label={t('status.nameEn')} minLength={3} maxLength={120} wide />
          <TextField
            name="codigo"
            label={t('status.code')}
            help={t('status.codeHint')}
            maxLength={30}
            validate={(value: string) => (/^[A-Z_]{3,30}$/.test(value) ? undefined : t('status.codeHint'))}
          />
          <SelectField
            name="nivel"
            label={t('reason.who')}
            options={LEVELS.map((value) => ({ value, label: t(`status.level.${value}`) }))}
          />
          <SwitchField name="activo" label={t('status.active')} help={t('reason.activeHint')} />
          {reason && (
            <div className="wide">
              <Button
                variant="danger"
                disabled={reason.enUso > 0}
                onClick={async () => {
                  try {
                    await call(deleteRejectReason, { params: { id: reason.id } })
                    form.reset()
                    await done(t('reason.removed', { name: reason.nombreEs }))
                  } catch (error) {
                    setFailed(sentenceOf(error, t('status.notRemoved')))
                  }
                }}
              >
                {t('reason.remove')}
              </Button>
              {reason.enUso > 0 && <p className="small muted">{t('status.inUseStays', { count: reason.enUso, n: reason.enUso })}</p>}
            </div>
          )}
        </div>
      </Form>
    </Drawer>
  )
}
