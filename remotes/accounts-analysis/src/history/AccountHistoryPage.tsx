import { accountHistory } from '@cuadre/api/account'
import { summaryOfAccount } from '@cuadre/api/summary'
import { download, Failure, failureOf, query, useCan, useParams, useSearchParams, useTranslation } from '@cuadre/shell'
import { Code, EmptyState, ErrorState, Page, TableSkeleton, TextLink } from '@cuadre/ui'
import { ExportButton, useExport } from '@cuadre/ui/data'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { accountHistory as accountHistoryPage, accountUpdate } from '../area.ts'
import { useList } from '../shared/account/useList.ts'
import { AccountBalances } from './AccountBalances.tsx'
import { AccountPeriods } from './AccountPeriods.tsx'
import { Assignments } from './Assignments.tsx'
import { aboutAccount } from './aboutAccount.ts'

/** An account over its last 24 periods, and who was responsible for it. */
export default function AccountHistoryPage() {
  const { t } = useTranslation('accounts-analysis')
  const can = useCan()
  const list = useList()
  const save = useExport()
  const id = Number(useParams().accountId)
  const [params] = useSearchParams()
  const balances = can('accounts.balance.read')
  const views = ['periodos', ...(balances ? ['saldos'] : []), 'asignaciones']
  const tab = views.find((view) => view === params.get('ver')) ?? 'periodos'
  const summary = useQuery(query(summaryOfAccount, { params: { id } }))
  const account = summary.data?.cuenta
  const failure = failureOf(summary)
  const missing = summary.error instanceof Failure && summary.error.status === 404
  return (
    <Page
      title={account?.NOMBRE ?? t('history.title')}
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title'), to: list.to }, { label: t('history.title') }]}
      beside={
        account && (
          <span className="small muted">
            <Code>{account.CUENTA}</Code>
          </span>
        )
      }
      note={account && aboutAccount(account, t)}
      actions={
        account && (
          <>
            <ExportButton
              onExport={() => save(t('history.file', { code: account.CUENTA }), download(accountHistory, { params: { id } }))}
            />
            {can('accounts.account.write') && (
              <TextLink className="btn" href={accountUpdate.link({ accountId: id })}>
                {t('account.update')}
              </TextLink>
            )}
          </>
        )
      }
    >
      {missing ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t('history.unknown')}
          actions={
            <TextLink className="btn" href={list.to}>
              {t('history.toList')}
            </TextLink>
          }
        >
          {t('history.unknownHint')}
        </EmptyState>
      ) : failure ? (
        <ErrorState {...failure} />
      ) : !summary.data ? (
        <TableSkeleton />
      ) : (
        <>
          <Tabs
            label={t('history.views')}
            value={tab}
            tabs={[
              { value: 'periodos', label: t('history.periods'), to: accountHistoryPage.link({ accountId: id }) },
              ...(balances
                ? [{ value: 'saldos', label: t('history.balances'), to: accountHistoryPage.link({ accountId: id }, { ver: 'saldos' }) }]
                : []),
              {
                value: 'asignaciones',
                label: t('history.assignments'),
                to: accountHistoryPage.link({ accountId: id }, { ver: 'asignaciones' }),
              },
            ]}
          />
          {tab === 'periodos' ? (
            <AccountPeriods summary={summary.data} />
          ) : tab === 'saldos' ? (
            <AccountBalances id={id} />
          ) : (
            <Assignments id={id} analyst={summary.data.cuenta.ANALISTA} />
          )}
        </>
      )}
    </Page>
  )
}
