import { useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { accounts, load } from '../area.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { RuleList } from './RuleList.tsx'

const VIEWS = ['entregas', 'reglas'] as const

/** What programs deliver, what came of it, and which businesses let it confirm itself. */
export default function DeliveriesPage() {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((one) => one === params.get('ver')) ?? 'entregas'
  return (
    <Page
      fill
      title={t('delivery.title')}
      crumbs={[
        { label: t('crumbs.accounts') },
        { label: t('account.title'), to: accounts.link() },
        { label: t('delivery.load'), to: load.link() },
        { label: t('delivery.title') },
      ]}
      actions={
        <SegmentedControl
          label={t('delivery.view')}
          value={view}
          onChange={(ver) => setParams(ver === 'entregas' ? {} : { ver })}
          options={VIEWS.map((value) => ({ value, label: t(`delivery.views.${value}`) }))}
        />
      }
    >
      {view === 'entregas' ? <DeliveryList /> : <RuleList />}
    </Page>
  )
}
