import { useTranslation } from '@cuadre/shell'
import { Check } from 'lucide-react'

interface Props {
  label: string
  steps: readonly string[]
  /** Index of the one in force. */
  at: number
  /** All of them are behind. */
  done?: boolean
}

/** Where one is on the way through a wizard. */
export function Steps({ label, steps, at, done }: Props) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined}>
          {index < at || done ? <Check aria-label={t('shared.stepDone')} /> : <b>{index + 1}</b>}
          {name}
          {index === at && <span className="step-of">{t('shared.stepOf', { total: steps.length })}</span>}
        </li>
      ))}
    </ol>
  )
}
