import { createTemplate, TEMPLATE_FILE_MB, TEMPLATE_TYPES } from '@cuadre/api/template'
import { call, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { FileField, Form, SelectField, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'

export const ACCEPTED = '.xlsx,.docx,.pdf,.html,.htm,.csv'
const FILE_BYTES = TEMPLATE_FILE_MB * 1024 * 1024
interface Values {
  nombre: string
  tipo: string
  file: File | null
}

/** A new template is its file; the rest is said on its own page, before it is published. */
export function TemplateCreate({ open, onClose, onCreated }: { open: boolean; onClose: () => void; onCreated: (id: number) => void }) {
  const { t } = useTranslation('admin')
  return (
    <Drawer open={open} onClose={onClose} title={t('template.create')} size="wide">
      {open && <CreateForm onClose={onClose} onCreated={onCreated} />}
    </Drawer>
  )
}

function CreateForm({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: { nombre: '', tipo: 'ANALISIS', file: null } })
  return (
    <Form
      form={form}
      submit={t('template.create')}
      onCancel={onClose}
      onSubmit={async ({ nombre, tipo, file }) => {
        // The fields require both.
        const made = await call(createTemplate, { body: { nombre, tipo: tipo as (typeof TEMPLATE_TYPES)[number], file: file! } })
        await client.invalidateQueries({ queryKey: ['template'] })
        notify.success(t('template.created', { name: made.nombre }))
        setTimeout(() => onCreated(made.id))
      }}
    >
      <div className="fields" style={{ paddingBlock: 16 }}>
        <TextField name="nombre" label={t('field.NOMBRE')} minLength={3} maxLength={120} wide />
        <SelectField
          name="tipo"
          label={t('template.type')}
          options={TEMPLATE_TYPES.map((value) => ({ value, label: t(`template.types.${value}`) }))}
          wide
        />
        <FileField name="file" label={t('template.file')} help={t('template.fileHint')} accept={ACCEPTED} maxBytes={FILE_BYTES} wide />
      </div>
    </Form>
  )
}
