import { useTranslation } from '@cuadre/shell'
import { Check, TriangleAlert } from 'lucide-react'

interface Props {
  label: string
  steps: readonly string[]
  /** Index of the one in force. */
  at: number
  /** All of them are behind. */
  done?: boolean
  /** The one in force went wrong. */
  failed?: boolean
}

/** Where one is on the way through a wizard. */
export function Steps({ label, steps, at, done, failed }: Props) {
  const { t } = useTranslation('accounts-analysis')
  /** In the specification's words (§9). */
  const statusOf = (index: number) => (index < at || done ? 'complete' : index > at ? 'pending' : failed ? 'error' : 'in-progress')
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} data-status={statusOf(index)}>
          {statusOf(index) === 'complete' ? (
            <Check aria-label={t('shared.stepDone')} />
          ) : statusOf(index) === 'error' ? (
            <TriangleAlert aria-label={t('shared.stepFailed')} />
          ) : (
            <b>{index + 1}</b>
          )}
          {name}
          {index === at && <span className="step-of">{t('shared.stepOf', { total: steps.length })}</span>}
        </li>
      ))}
    </ol>
  )
}
