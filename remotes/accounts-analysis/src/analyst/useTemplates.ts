import { type Analysis, analysisWorkbook, analysisWorkbooks } from '@cuadre/api/analysis'
import { groupWorkbook } from '@cuadre/api/group'
import { call, saveAs, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'
import { unitsOf } from './myAnalyses.ts'

/** 1.8.3.00.00-8_2026-10.xlsx */
const fileName = (name: string, period: string) => `${name.replace(/[^\w.-]+/g, '_')}_${period}.xlsx`
/** The most that the contract gives at once. */
const MAX_PER_ARCHIVE = 1000

/** Downloads pre-filled workbooks: that of one account, those of many in a ZIP, that of a group, which its accounts have in common. */
export function useTemplates() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const [busy, setBusy] = useState(false)
  const save = async (name: string, bytes: Promise<Blob>) => {
    setBusy(true)
    try {
      saveAs(await bytes, name)
    } catch (error) {
      notify.danger(t('analyst.templateFailed'), { description: sentence(error) })
    } finally {
      setBusy(false)
    }
  }
  const download = async (all: readonly Analysis[]) => {
    for (const { AGRUPADO_ID, PERIODO } of unitsOf(all))
      if (AGRUPADO_ID !== null) await downloadGroup(AGRUPADO_ID, `${t('analyst.group')}_${AGRUPADO_ID}`, PERIODO)
    const items = all.filter(({ AGRUPADO_ID }) => AGRUPADO_ID === null)
    const [first] = items
    if (!first) return
    if (items.length === 1)
      return save(fileName(first.CUENTA, first.PERIODO), call(analysisWorkbook, { params: { id: first.COD_ANALISIS } }))
    for (let at = 0; at < items.length; at += MAX_PER_ARCHIVE) {
      const part = items.slice(at, at + MAX_PER_ARCHIVE).map(({ COD_ANALISIS }) => COD_ANALISIS)
      const name = `${t('analyst.workbooksName')}_${first.PERIODO}${at > 0 ? `_${at / MAX_PER_ARCHIVE + 1}` : ''}.zip`
      await save(name, call(analysisWorkbooks, { body: { COD_ANALISIS: part } }))
    }
  }
  const downloadGroup = (id: number, name: string, period: string) => save(fileName(name, period), call(groupWorkbook, { params: { id } }))
  return { download, downloadGroup, busy }
}
