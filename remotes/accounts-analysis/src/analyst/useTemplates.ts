import { type Analysis, analysisWorkbook } from '@cuadre/api/analysis'
import { call, saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

/** 1.8.3.00.00-8_2026-10.xlsx */
const nameOf = ({ CUENTA, PERIODO }: Analysis) => `${CUENTA.replace(/[^\w.-]+/g, '_')}_${PERIODO}.xlsx`

/** Downloads pre-filled workbooks, one after the other. */
export function useTemplates() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const [done, setDone] = useState<number>()
  const download = async (items: readonly Analysis[]) => {
    setDone(0)
    try {
      for (const [index, item] of items.entries()) {
        saveAs(await call(analysisWorkbook, { params: { id: item.COD_ANALISIS } }), nameOf(item))
        setDone(index + 1)
      }
      if (items.length > 1) notify.success(t('analyst.templatesDone', { count: items.length }))
    } catch (error) {
      notify.danger(t('analyst.templateFailed'), { description: sentence(error) })
    } finally {
      setDone(undefined)
    }
  }
  return { download, done }
}
