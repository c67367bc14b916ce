import { createAuditor } from '@cuadre/api/auditor'
import { call, useNavigate, useTranslation } from '@cuadre/shell'
import { notify, Page } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { auditors } from '../area.ts'
import { AuditorForm, type AuditorValues, bodyOf, valuesOf } from './AuditorForm.tsx'

export default function AuditorCreatePage() {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm<AuditorValues>({ defaultValues: valuesOf() })
  return (
    <Page
      fill
      title={t('auditor.create')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('auditor.title'), to: auditors.link() }, { label: t('auditor.create') }]}
    >
      <AuditorForm
        form={form}
        submit={t('auditor.create')}
        onSave={async (values) => {
          const { NOMBRE } = await call(createAuditor, { body: bodyOf(values) })
          await client.invalidateQueries({ queryKey: ['user'] })
          notify.success(t('auditor.created', { name: NOMBRE }))
          // The form settles first: what is saved is not unsaved work.
          setTimeout(() => navigate(auditors.link()))
        }}
      />
    </Page>
  )
}
