import { useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSentence } from '../shared/useSentence.ts'

interface Props {
  name: string
  recall: () => Promise<unknown>
  onRecalled: () => void
}

/** Takes back what was sent, while nobody has decided: it can be corrected and sent again. */
export function RecallButton({ name, recall, onRecalled }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      await recall()
      notify.success(t('analyst.recalled', { name }))
      onRecalled()
    } catch (error) {
      notify.danger(t('analyst.notRecalled', { name }), { description: sentence(error) })
    } finally {
      setBusy(false)
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return (
    <div style={{ paddingBlock: 12 }}>
      <Button size="sm" icon={<Undo2 aria-hidden />} busy={busy} onClick={() => void take()}>
        {t('analyst.recall')}
      </Button>
    </div>
  )
}
