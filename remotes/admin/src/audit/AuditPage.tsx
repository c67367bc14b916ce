import { useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { Observations } from './Observations.tsx'
import { Samples } from './Samples.tsx'

/** What auditors ask and what they have drawn, for those who answer for it: as far as each sees the analyses. */
export default function AuditPage() {
  const { t } = useTranslation('admin')
  const can = useCan()
  const [params] = useSearchParams()
  const samples = can('analysis.sample.read')
  const view = samples && params.get('vista') === 'muestras' ? 'muestras' : 'observaciones'
  return (
    <Page fill title={t('audit.title')} crumbs={[{ label: t('crumbs.administration') }, { label: t('audit.title') }]}>
      {samples && (
        <Tabs
          label={t('audit.title')}
          value={view}
          tabs={[
            { value: 'observaciones', label: t('audit.observations'), to: '?' },
            { value: 'muestras', label: t('audit.samples'), to: '?vista=muestras' },
          ]}
        />
      )}
      {view === 'muestras' ? <Samples /> : <Observations />}
    </Page>
  )
}
