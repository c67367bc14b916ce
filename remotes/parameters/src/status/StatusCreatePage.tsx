import { STATUS_CATEGORY } from '@cuadre/api/analysis-status'
import { useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { analysisStatuses } from '../area.ts'
import { StatusForm } from './StatusForm.tsx'

export default function StatusCreatePage() {
  const { t } = useTranslation('parameters')
  const asked = useSearchParams()[0].get('categoria')
  const category = (Object.keys(STATUS_CATEGORY) as (keyof typeof STATUS_CATEGORY)[]).find((one) => one === asked)
  return (
    <Page
      fill
      title={t('status.create')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('status.title'), to: analysisStatuses.link() }, { label: t('status.create') }]}
    >
      <StatusForm {...(category && { category })} />
    </Page>
  )
}
