import { getBalanceLoad, undoBalances } from '@cuadre/api/balance'
import { call, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, formatMonth, notify, useLocale } from '@cuadre/ui'
import { DecisionDialog } from '@cuadre/ui/overlay'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { currentLoad, type Load, useForgetFigures, useKeepLoad } from './loads.ts'

/** Takes a confirmed load back, with a reason; where somebody has worked on it meanwhile, the server says so. */
export function UndoLoad({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const keep = useKeepLoad()
  const forget = useForgetFigures()
  const sentence = useSentence()
  const [asking, setAsking] = useState(false)
  const undo = async (MOTIVO: string) => {
    try {
      const params = { id: load.COD_CARGA }
      const undone = await call(undoBalances, { params, body: { MOTIVO } }).catch((error: unknown) =>
        whatBecame(
          error,
          (signal) => call(getBalanceLoad, { params }, { signal }),
          ({ ESTADO }) => ESTADO === 'deshecha',
        ),
      )
      await keep(undone)
      forget()
      notify.success(t('balance.undo.done'))
    } catch (error) {
      const current = currentLoad(error, load.COD_CARGA)
      if (current) await keep(current)
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('balance.undo.failed'), { description: sentence(error) })
      throw error
    }
  }
  return (
    <>
      <Button icon={<Undo2 aria-hidden />} onClick={() => setAsking(true)}>
        {t('balance.undo.title')}
      </Button>
      <DecisionDialog
        decision="reject"
        open={asking}
        onClose={() => setAsking(false)}
        title={t('balance.undo.ask', { file: load.ARCHIVO })}
        confirm={t('balance.undo.title')}
        label={t('balance.undo.reason')}
        onDecide={undo}
      >
        {t('balance.undo.hint', { file: load.ARCHIVO, month: formatMonth(load.PERIODO, locale) })}
      </DecisionDialog>
    </>
  )
}
