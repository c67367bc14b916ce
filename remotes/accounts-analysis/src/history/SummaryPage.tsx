import { type First, useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { summary } from '../area.ts'
import { accountsFirst, SummaryAccounts } from './SummaryAccounts.tsx'
import { periodsFirst, SummaryPeriods } from './SummaryPeriods.tsx'

const showsAccounts = (search: URLSearchParams) => search.get('ver') === 'cuentas'
export const first: First = ({ search }) => (showsAccounts(search) ? accountsFirst(search) : periodsFirst(search))

/** Accounts by period, whoever prepares them: the months one after the other, or the accounts of one month. */
export default function SummaryPage() {
  const { t } = useTranslation('accounts-analysis')
  const [params] = useSearchParams()
  const byAccount = showsAccounts(params)
  return (
    <Page
      fill={byAccount}
      title={t('summary.title')}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('summary.title') }]}
      note={t('summary.note')}
    >
      <Tabs
        label={t('history.views')}
        value={byAccount ? 'cuentas' : 'periodos'}
        tabs={[
          { value: 'periodos', label: t('summary.byPeriod'), to: summary.link() },
          { value: 'cuentas', label: t('summary.byAccount'), to: summary.link({ ver: 'cuentas' }) },
        ]}
      />
      {/* Amounts stand in its last columns: on upright paper they would be cut off in the middle of a figure. */}
      {!byAccount && <span className="printed-wide" hidden />}
      {byAccount ? <SummaryAccounts /> : <SummaryPeriods />}
    </Page>
  )
}
