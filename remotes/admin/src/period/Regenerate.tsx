import { type Period, regeneratePeriod } from '@cuadre/api/period'
import { call, useTranslation } from '@cuadre/shell'
import { Button, formatMonth, notify, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCcw } from 'lucide-react'
import { useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'

/** Analyses as accounts, assignments and balances are now; only while nothing was submitted. */
export function Regenerate({ period }: { period: Period }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const name = formatMonth(period.PERIODO, useLocale())
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const run = async () => {
    try {
      const { quitados, generados } = await call(regeneratePeriod, { params: { id: period.COD_PERIODO } })
      notify.success(t('regenerate.done', { made: generados, gone: quitados }))
      await client.invalidateQueries()
    } catch (error) {
      notify.danger(why(error, t('regenerate.failed')))
    }
  }
  return (
    <div>
      <Button icon={<RefreshCcw aria-hidden />} disabled={period.ENVIADOS > 0} onClick={() => setAsking(true)}>
        {t('regenerate.do')}
      </Button>
      {period.ENVIADOS > 0 && <p className="small muted">{t('regenerate.sent', { count: period.ENVIADOS })}</p>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('regenerate.ask', { period: name })}
        confirm={t('regenerate.do')}
        onConfirm={run}
      >
        {t('regenerate.hint')}
      </ConfirmDialog>
    </div>
  )
}
