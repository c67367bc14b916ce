import { getThreshold } from '@cuadre/api/threshold'
import { failureOf, query, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, Page, Skeleton } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { thresholds } from '../area.ts'
import { ThresholdChange } from './ThresholdChange.tsx'

export default function ThresholdUpdatePage() {
  const { t } = useTranslation('parameters')
  const id = Number(useParams().thresholdId)
  // As it is now: somebody may have changed it since the list was read. What is typed stays while the page is open.
  const found = useQuery({ ...query(getThreshold, { params: { id } }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const failure = failureOf(found)
  if (found.data) return <ThresholdChange key={id} threshold={found.data} />
  return (
    <Page
      fill
      title={t('threshold.changing')}
      crumbs={[
        { label: t('crumbs.parameters') },
        { label: t('threshold.title'), to: thresholds.link() },
        { label: t('threshold.changing') },
      ]}
    >
      {failure ? <ErrorState {...failure} /> : <Skeleton />}
    </Page>
  )
}
