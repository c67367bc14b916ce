import { discardBalances } from '@cuadre/api/balance'
import { call, sentenceOf, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, formatDateTime, formatMonth, notify, useLocale } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useState } from 'react'
import { load as loadPage } from '../area.ts'
import { currentLoad, type Load, useForgetFigures, useKeepLoad } from './loads.ts'

/** Throws a load away before it is confirmed, after asking. */
export function DiscardLoad({ load, disabled = false }: { load: Load; disabled?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const navigate = useNavigate()
  const keep = useKeepLoad()
  const forget = useForgetFigures()
  const [asking, setAsking] = useState(false)
  const discard = async () => {
    try {
      await call(discardBalances, { params: { id: load.COD_CARGA } })
      notify.success(t('balance.discarded'))
      navigate(loadPage.link({ periodo: load.COD_PERIODO }))
      forget()
    } catch (error) {
      const current = currentLoad(error, load.COD_CARGA)
      if (current) await keep(current)
      else notify.danger(sentenceOf(error, t('balance.offline')))
    }
  }
  return (
    <>
      <Button onClick={() => setAsking(true)} disabled={disabled}>
        {t('balance.discard')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('balance.discardAsk')}
        confirm={t('balance.discardConfirm')}
        danger
        onConfirm={discard}
      >
        {t('balance.discardHint', {
          file: load.ARCHIVO,
          month: formatMonth(load.PERIODO, locale),
          when: formatDateTime(load.CARGADO_EN, locale),
        })}
      </ConfirmDialog>
    </>
  )
}
