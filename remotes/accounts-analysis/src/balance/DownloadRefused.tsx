import { saveAs, sentenceOf, useTranslation } from '@cuadre/shell'
import { Button, notify, useLocale } from '@cuadre/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { allRefused, type Load } from './loads.ts'
import { refusedCsv } from './refusedCsv.ts'

/** Refused rows with their reasons, to be corrected where the file comes from. */
export function DownloadRefused({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const headings = [
        t('balance.row'),
        t('balance.business'),
        t('balance.fields.cuenta'),
        t('balance.fields.nombre'),
        t('balance.column'),
        t('balance.valueRead'),
        t('balance.reason'),
      ]
      const text = refusedCsv(headings, await allRefused(load.COD_CARGA), locale)
      saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${load.ARCHIVO.replace(/\.\w+$/, '')}-${t('balance.refusedFile')}.csv`)
    } catch (error) {
      notify.danger(sentenceOf(error, t('balance.notDownloaded')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" variant="ghost" busy={busy} icon={<Download aria-hidden />} onClick={() => void download()}>
      {t('balance.downloadRefused')}
    </Button>
  )
}
