import { useTranslation } from '@cuadre/shell'
import { Check } from 'lucide-react'
import { STEPS, type Step } from './step.ts'

export function Steps({ step }: { step: Step }) {
  const { t } = useTranslation('accounts-analysis')
  const at = STEPS.indexOf(step)
  return (
    <ol className="steps" aria-label={t('balance.steps')}>
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined}>
          {index < at || step === 'resultado' ? <Check aria-label={t('balance.stepDone')} /> : <b>{index + 1}</b>}
          {t(`balance.step.${name}`)}
          {index === at && <span className="step-of">{t('balance.stepOf', { total: STEPS.length })}</span>}
        </li>
      ))}
    </ol>
  )
}
