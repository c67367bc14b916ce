import { summaryOfAccount } from '@cuadre/api/summary'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Code, ErrorState, Loader } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { AccountPeriods } from './AccountPeriods.tsx'

/** One account over its last periods, beside the list it was found in. */
export function AccountDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const summary = useQuery(query(summaryOfAccount, { params: { id } }))
  const failure = failureOf(summary)
  const account = summary.data?.cuenta
  return (
    <Drawer open onClose={onClose} size="half" title={account?.NOMBRE ?? t('history.title')}>
      {failure && <ErrorState {...failure} />}
      {!account && !failure && <Loader />}
      {summary.data && account && (
        <>
          <p className="small muted" style={{ marginBlockEnd: 12 }}>
            <Code>{account.CUENTA}</Code> ·{' '}
            {[account.NEGOCIO, account.DEPARTAMENTO, account.RUBRO, account.ANALISTA].filter(Boolean).join(' · ')}
          </p>
          <AccountPeriods summary={summary.data} inset />
        </>
      )}
    </Drawer>
  )
}
