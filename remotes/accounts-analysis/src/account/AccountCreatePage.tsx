import { createAccount } from '@cuadre/api/account'
import { call, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Loader, notify, Page } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { Tabs } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { accountCreate, accounts } from '../area.ts'
import { AccountForm } from './AccountForm.tsx'
import { type AccountValues, valuesOf, writeOf } from './form.ts'

const ChartImport = lazy(() => import('./ChartImport.tsx').then(({ ChartImport }) => ({ default: ChartImport })))

/** One account by hand, or a whole chart from a file. */
export default function AccountCreatePage() {
  const { t } = useTranslation('accounts-analysis')
  const [params] = useSearchParams()
  const way = params.has('plan') ? 'chart' : 'one'
  return (
    <Page
      fill={way === 'one'}
      title={t('account.create')}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title'), to: accounts.link() }, { label: t('account.create') }]}
    >
      <Tabs
        label={t('account.chart.which')}
        value={way}
        tabs={[
          { value: 'one', label: t('account.chart.tab.one'), to: accountCreate.link() },
          { value: 'chart', label: t('account.chart.tab.chart'), to: accountCreate.link({ plan: '' }) },
        ]}
      />
      {way === 'one' ? (
        <OneAccount />
      ) : (
        <Suspense fallback={<Loader />}>
          <ChartImport />
        </Suspense>
      )}
    </Page>
  )
}

function OneAccount() {
  const { t } = useTranslation('accounts-analysis')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm<AccountValues>({ defaultValues: valuesOf() })
  const create = async (values: AccountValues) => {
    const account = await call(createAccount, { body: writeOf(values) })
    for (const noun of ['account', 'account-summary', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    notify.success(t('account.form.created', { code: account.CUENTA, name: account.NOMBRE }))
    return account
  }
  return (
    <AccountForm
      form={form}
      submit={t('account.create')}
      onSave={async (values) => {
        const { statusId } = await create(values)
        // The form settles first: what is saved is not unsaved work. The list opens where the new account is.
        setTimeout(() => navigate(accounts.link({ statusId: statusId === 1 ? 1 : undefined })))
      }}
      secondary={{
        label: t('account.form.createAnother'),
        onSubmit: async (values) => {
          await create(values)
          // Of the same business and people, as a rule.
          for (const field of ['CUENTA', 'NOMBRE', 'MOTIVO_RIESGO'] as const) form.setValue(field, '')
          setTimeout(() => form.setFocus('CUENTA'))
        },
      }}
      onCancel={() => navigate(accounts.link())}
    />
  )
}
