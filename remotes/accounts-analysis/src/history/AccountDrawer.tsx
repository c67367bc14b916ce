import { summaryOfAccount } from '@cuadre/api/summary'
import { failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Code, ErrorState, Loader } from '@cuadre/ui'
import { Drawer, Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountBalances } from './AccountBalances.tsx'
import { AccountPeriods } from './AccountPeriods.tsx'
import { aboutAccount } from './aboutAccount.ts'

/** One account over its last periods, beside the list it was found in. */
export function AccountDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const summary = useQuery(query(summaryOfAccount, { params: { id } }))
  const failure = failureOf(summary)
  const balances = useCan()('accounts.balance.read')
  const [tab, setTab] = useState('periodos')
  const account = summary.data?.cuenta
  return (
    <Drawer open onClose={onClose} size="half" title={account?.NOMBRE ?? t('history.title')}>
      {failure && <ErrorState {...failure} />}
      {!account && !failure && <Loader />}
      {summary.data && account && (
        <>
          <p className="small muted" style={{ marginBlockEnd: 12 }}>
            <Code>{account.CUENTA}</Code> · {aboutAccount(account, t)}
          </p>
          {balances && (
            // It keeps its height in a drawer that is full.
            <div style={{ flex: 'none' }}>
              <Tabs
                label={t('history.views')}
                value={tab}
                onChange={setTab}
                tabs={[
                  { value: 'periodos', label: t('history.periods') },
                  { value: 'saldos', label: t('history.balances') },
                ]}
              />
            </div>
          )}
          {tab === 'saldos' ? <AccountBalances id={id} inset /> : <AccountPeriods summary={summary.data} inset />}
        </>
      )}
    </Drawer>
  )
}
