import type { Account, AccountPeriod } from '@cuadre/api/account'
import { createAnalysis } from '@cuadre/api/analysis'
import { call, useCan, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  account: Pick<Account, 'COD_CUENTA' | 'ID_ANALISTA' | 'ANALISTA' | 'ACTIVA'>
  period: Pick<AccountPeriod, 'COD_PERIODO' | 'COD_ANALISIS' | 'CERRADO'>
  onOpened: () => void
}

/** Opens by hand what no load opened: an account that is not due this month, or whose balance came before its analyst. */
export function OpenAnalysis({ account, period, onOpened }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const client = useQueryClient()
  const may = useCan()('analysis.item.create')
  const open = useMutation({
    mutationFn: () => call(createAnalysis, { body: { COD_PERIODO: period.COD_PERIODO, COD_CUENTA: account.COD_CUENTA } }),
    onSuccess: ({ ANALISTA }) => {
      for (const noun of ['account', 'account-summary', 'analysis', 'analysis-metadata', 'dashboard'])
        void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('history.opened', { analyst: ANALISTA }))
      onOpened()
    },
    onError: (failure) => notify.danger(t('history.notOpened'), { description: sentence(failure) }),
  })
  if (!may || period.COD_ANALISIS !== null || period.CERRADO) return null
  if (account.ID_ANALISTA === null || !account.ACTIVA) return <p className="small muted">{t('history.needsAnalyst')}</p>
  return (
    <p>
      <Button icon={<FilePlus aria-hidden />} busy={open.isPending} onClick={() => open.mutate()}>
        {t('history.open')}
      </Button>{' '}
      <span className="small muted">{t('history.openHint', { analyst: account.ANALISTA })}</span>
    </p>
  )
}
