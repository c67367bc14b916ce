import { useTranslation } from '@cuadre/shell'
import { formatMoney, Note, useLocale } from '@cuadre/ui'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useCounted, useListed } from '../shared/counted.ts'
import type { Load } from './loads.ts'

interface ReopeningProps {
  reopens: NonNullable<Load['preview']>['reabre']
  understood: boolean
  onUnderstood: (understood: boolean) => void
  /** It was left unticked. */
  wrong: boolean
  onSee: () => void
  box: Ref<HTMLInputElement>
}

/** Work that confirming undoes, and the tick without which it is not done. */
export function Reopening({ reopens, understood, onUnderstood, wrong, onSee, box }: ReopeningProps) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const listed = useListed()
  const id = useId()
  const parts = [
    ...(reopens.aprobados > 0 ? [t('balance.reopen.approved', counted(reopens.aprobados))] : []),
    ...(reopens.revision > 0 ? [t('balance.reopen.review', counted(reopens.revision))] : []),
    ...(reopens.rechazados > 0 ? [t('balance.reopen.refused', counted(reopens.rechazados))] : []),
    ...(reopens.enviados > 0 ? [t('balance.reopen.sent', counted(reopens.enviados))] : []),
  ]
  const change = reopens.cambios
    ? listed(reopens.cambios.map(({ MONEDA, monto }) => `${formatMoney(monto, locale)} ${MONEDA}`))
    : formatMoney(reopens.cambio, locale)
  return (
    <Note kind="warning" icon={<RotateCcw aria-hidden />}>
      <b className="strong">{t('balance.reopen.title', counted(reopens.total))}</b>{' '}
      {parts.length > 0 && t('balance.reopen.split', { ...counted(reopens.total), parts: listed(parts) })}{' '}
      {t('balance.reopen.why', counted(reopens.total))}{' '}
      <button type="button" className="link nowrap" onClick={onSee}>
        {t('balance.reopen.see', counted(reopens.total))}
      </button>
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
          <span>{t('balance.reopen.understood', { ...counted(reopens.total), change })}</span>
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
