import type { TransferResult } from '@cuadre/api/transfer'
import { useTranslation } from '@cuadre/shell'
import { Button, Note, TextLink } from '@cuadre/ui'
import { accounts as accountsPage } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { Loads, Summary, Work } from './Effects.tsx'
import { Undo } from './Undo.tsx'

interface Props {
  result: TransferResult
  undone: boolean
  onUndone: () => void
  onAgain: () => void
}

/** What was done, how to take it back, and what comes next. */
export function ResultStep({ result, undone, onUndone, onAgain }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const { lote, movidas, omitidas, carga } = result
  // The origin comes first, the destination second.
  const [origin, destination] = carga
  const holder = undone ? origin : destination
  return (
    <>
      <div style={{ marginBlock: 12 }}>
        {undone ? (
          <Note>
            <b className="strong">{t('transfer.undone', { lote })}.</b> {t('transfer.undoneHint', { from: origin?.NOMBRE ?? '' })}
          </Note>
        ) : (
          <Note kind="success">
            <b className="strong">{t('transfer.done', { ...counted(movidas), to: destination?.NOMBRE ?? '' })}</b>{' '}
            {t('transfer.doneHint', { lote })} {omitidas.length > 0 && t('transfer.leftOut', counted(omitidas.length))}
          </Note>
        )}
      </div>
      {!undone && (
        <>
          <Summary result={result} />
          <div className="dash-even" style={{ border: 0 }}>
            <div>
              <Loads result={result} />
            </div>
            <div>
              <Work result={result} />
            </div>
          </div>
        </>
      )}
      <div className="row" style={{ flexWrap: 'wrap', marginBlockStart: 20 }}>
        <Button variant="solid" onClick={onAgain}>
          {t('transfer.again')}
        </Button>
        {holder && (
          <TextLink className="btn" href={accountsPage.link({ analystId: holder.ID_USUARIO })}>
            {t('transfer.seeAccounts', { to: holder.NOMBRE })}
          </TextLink>
        )}
        {!undone && lote !== null && <Undo lote={lote} accounts={movidas} origin={origin?.NOMBRE ?? ''} onDone={onUndone} />}
      </div>
    </>
  )
}
