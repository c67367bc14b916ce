import { useTranslation } from '@cuadre/shell'
import { Steps as Wizard } from '../shared/Steps.tsx'
import { STEPS, type Step } from './step.ts'

export function Steps({ step, failed }: { step: Step; failed?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <Wizard
      label={t('balance.steps')}
      steps={STEPS.map((name) => t(`balance.step.${name}`))}
      at={STEPS.indexOf(step)}
      done={step === 'resultado'}
      failed={failed}
    />
  )
}
