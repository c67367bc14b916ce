import { listObservations, raiseObservation } from '@cuadre/api/observation'
import { call, isSince, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { Form, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'

/** Asks about an analysis; its analyst and head are told. */
export function RaiseDrawer({ analysisId, onClose }: { analysisId: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const { id: auditorId } = useMe()
  const form = useForm({ defaultValues: { ASUNTO: '', PREGUNTA: '' } })
  const send = async ({ ASUNTO, PREGUNTA }: { ASUNTO: string; PREGUNTA: string }) => {
    const since = Date.now()
    await call(raiseObservation, { body: { COD_ANALISIS: analysisId, ASUNTO, PREGUNTA } }).catch((error: unknown) =>
      // Raised since in the same words it is this one: nobody is asked twice.
      whatBecame(
        error,
        (signal) => call(listObservations, { query: { analysisId, auditorId, sort: '-CREADA_EN' } }, { signal }),
        ({ data }) => data.some((one) => isSince(one.CREADA_EN, since) && one.ASUNTO === ASUNTO.trim() && one.PREGUNTA === PREGUNTA.trim()),
      ),
    )
    await client.invalidateQueries({ queryKey: ['observation'] })
    notify.success(t('audit.raised'))
    // The form settles first: what is sent is not unsaved work.
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} size="wide" title={t('audit.raiseTitle')}>
      <Form form={form} onSubmit={send} submit={t('audit.send')} onCancel={onClose}>
        <div className="fields submission-fields">
          <TextField name="ASUNTO" label={t('audit.subject')} minLength={3} maxLength={200} wide />
          <TextArea
            name="PREGUNTA"
            label={t('audit.question')}
            help={t('audit.questionHint')}
            minLength={10}
            maxLength={4000}
            rows={6}
            wide
          />
        </div>
      </Form>
    </Drawer>
  )
}
