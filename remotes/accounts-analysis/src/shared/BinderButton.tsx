import { evidenceBinder } from '@cuadre/api/binder'
import type { Input } from '@cuadre/api/endpoint'
import { saveLarge, useTranslation } from '@cuadre/shell'
import { formatBytes, notify, useLocale } from '@cuadre/ui'
import { ExportButton } from '@cuadre/ui/data'
import { useState } from 'react'
import { useSentence } from './useSentence.ts'

interface Props {
  /** Of the file, without its ending. */
  name: string
  query: Input<typeof evidenceBinder>['query']
}

/** Takes an evidence binder home, and says how much of it is there: it may be larger than the memory, and take long. */
export function BinderButton({ name, query }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const [written, setWritten] = useState('')
  const take = async () => {
    try {
      const saved = await saveLarge(evidenceBinder, { query }, `${name}.zip`, (bytes) => setWritten(formatBytes(bytes, locale)))
      if (saved) notify.success(t('historical.binderSaved'), { description: `${name}.zip` })
    } catch (failure) {
      notify.danger(t('historical.binderFailed'), { description: sentence(failure) })
    } finally {
      setWritten('')
    }
  }
  return <ExportButton label={[t('historical.binder'), written].filter(Boolean).join(' · ')} onExport={take} />
}
