import { useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { CircleAlert, WalletCards } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import type { Load } from './loads.ts'

interface CreationProps {
  preview: NonNullable<Load['preview']>
  understood: boolean
  onUnderstood: (understood: boolean) => void
  /** It was left unticked. */
  wrong: boolean
  box: Ref<HTMLInputElement>
}

/** A wrong file creates much: its numbers are confirmed. */
export function Creation({ preview: { negociosCreados, cuentasCreadas }, understood, onUnderstood, wrong, box }: CreationProps) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  const id = useId()
  const what = listed([
    ...(negociosCreados.length > 0 ? [t('balance.creation.businesses', counted(negociosCreados.length))] : []),
    ...(cuentasCreadas > 0 ? [t('balance.creation.accounts', counted(cuentasCreadas))] : []),
  ])
  return (
    <Note kind="warning" icon={<WalletCards aria-hidden />}>
      <b className="strong">{t('balance.creation.title', { what })}</b> {t('balance.creation.why')}
      <div style={{ marginBlockStart: 8 }}>
        <label className="check-line">
          <input
            ref={box}
            type="checkbox"
            className="checkbox"
            checked={understood}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? id : undefined}
            onChange={(event) => onUnderstood(event.target.checked)}
          />
          <span>{t('balance.creation.understood', { what })}</span>
        </label>
        {wrong && (
          <div className="error" id={id} role="alert">
            <CircleAlert aria-hidden />
            {t('balance.reopen.tick')}
          </div>
        )}
      </div>
    </Note>
  )
}
