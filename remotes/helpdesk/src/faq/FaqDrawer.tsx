import { createFaq, deleteFaq, FAQ_CATEGORIES, type Faq, updateFaq } from '@cuadre/api/faq'
import { call, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { Form, FormSection, SelectField, SwitchField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog, Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

type Values = { categoria: string; preguntaEs: string; preguntaEn: string; respuestaEs: string; respuestaEn: string; publicada: boolean }
const EMPTY: Values = { categoria: '', preguntaEs: '', preguntaEn: '', respuestaEs: '', respuestaEn: '', publicada: true }

export function FaqDrawer({ faq, onClose }: { faq?: Faq; onClose: () => void }) {
  const { t } = useTranslation('helpdesk')
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: faq ? { ...EMPTY, ...pick(faq) } : EMPTY })
  const [removing, setRemoving] = useState(false)
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['faq'] })
    notify.success(text)
    onClose()
  }
  const save = async ({ categoria, ...rest }: Values) => {
    const body = { ...rest, categoria: categoria as (typeof FAQ_CATEGORIES)[number] }
    await (faq ? call(updateFaq, { params: { id: faq.id }, body }) : call(createFaq, { body }))
    await done(faq ? t('faq.saved') : t('faq.created'))
  }
  return (
    <Drawer open onClose={onClose} title={faq ? t('faq.update') : t('faq.create')} size="half">
      <Form form={form} onSubmit={save} submit={t('actions.save')} onCancel={onClose}>
        <FormSection title={t('faq.where')} description={t('faq.whereHint')}>
          <SelectField
            name="categoria"
            label={t('faq.category')}
            options={FAQ_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          />
          <SwitchField name="publicada" label={t('faq.published')} />
        </FormSection>
        <FormSection title="Español" description={t('faq.spanishHint')}>
          <TextField name="preguntaEs" label={t('faq.question')} minLength={5} maxLength={300} wide />
          <TextArea name="respuestaEs" label={t('faq.answer')} minLength={5} maxLength={4000} rows={5} wide />
        </FormSection>
        <FormSection title="English" description={t('faq.englishHint')}>
          <TextField name="preguntaEn" label={t('faq.question')} minLength={5} maxLength={300} wide />
          <TextArea name="respuestaEn" label={t('faq.answer')} minLength={5} maxLength={4000} rows={5} wide />
        </FormSection>
        {faq && (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            {t('faq.remove')}
          </Button>
        )}
      </Form>
      {faq && (
        <ConfirmDialog
          open={removing}
          onClose={() => setRemoving(false)}
          title={t('faq.removeTitle')}
          confirm={t('faq.remove')}
          danger
          onConfirm={async () => {
            await call(deleteFaq, { params: { id: faq.id } })
            await done(t('faq.removed'))
          }}
        >
          {t('faq.removeText')}
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

const pick = ({ categoria, preguntaEs, preguntaEn, respuestaEs, respuestaEn, publicada }: Faq): Values => ({
  categoria,
  preguntaEs,
  preguntaEn,
  respuestaEs,
  respuestaEn,
  publicada,
})
