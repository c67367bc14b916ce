import { type Transfer, undoTransfer } from '@cuadre/api/transfer'
import { call, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useCounted } from '../shared/counted.ts'
import { useFailed } from '../shared/useSentence.ts'
import { useTransferDone } from './useTransferDone.ts'

interface Props {
  lote: number
  accounts: number
  /** Of whoever had them before. */
  origin: string
  link?: boolean
  onDone?: (transfer: Transfer) => void
}

/** Takes a transfer back, after asking; where somebody has acted meanwhile, the server says on what. */
export function Undo({ lote, accounts, origin, link, onDone }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const failed = useFailed()
  const forget = useTransferDone()
  const [asking, setAsking] = useState(false)
  const undo = async () => {
    try {
      const transfer = await call(undoTransfer, { params: { lote } })
      notify.success(t('transfer.undone', { lote }))
      onDone?.(transfer)
    } catch (error) {
      failed(error, t('transfer.notUndone'))
      throw error
    } finally {
      forget()
    }
  }
  return (
    <>
      {link ? (
        <button type="button" className="link" aria-label={t('transfer.undoOne', { lote })} onClick={() => setAsking(true)}>
          {t('transfer.undo')}
        </button>
      ) : (
        <Button icon={<Undo2 aria-hidden />} onClick={() => setAsking(true)}>
          {t('transfer.undo')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('transfer.undoAsk', { lote })}
        confirm={t('transfer.undoConfirm', counted(accounts))}
        danger
        onConfirm={undo}
      >
        {t('transfer.undoHint', { ...counted(accounts), from: origin })}
      </ConfirmDialog>
    </>
  )
}
