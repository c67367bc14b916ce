import { getAnalysisStatus } from '@cuadre/api/analysis-status'
import { failureOf, query, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, Page, Skeleton, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { analysisStatuses } from '../area.ts'
import { StatusForm } from './StatusForm.tsx'

export default function StatusUpdatePage() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const id = Number(useParams().analysisStatusId)
  const found = useQuery(query(getAnalysisStatus, { params: { id } }))
  const failure = failureOf(found)
  const title = found.data ? (locale === 'en' ? found.data.nombreEn : found.data.nombreEs) : t('status.update')
  return (
    <Page
      fill
      title={title}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('status.title'), to: analysisStatuses.link() }, { label: title }]}
    >
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data && <StatusForm key={id} status={found.data} />}
    </Page>
  )
}
