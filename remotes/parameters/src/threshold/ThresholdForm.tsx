import { RISKS } from '@cuadre/api/account'
import { BASES, COMPARISONS, type Threshold } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { isAmount } from '@cuadre/tables/format/cents'
import { Button, Note } from '@cuadre/ui'
import { Form, FormSection, MoneyField, NumberField, SelectField, TextArea, type useForm, useWatch } from '@cuadre/ui/forms'
import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { Assistant } from './Assistant.tsx'
import { Limits } from './Limits.tsx'
import { type ThresholdValues, usesAmount, usesPercent } from './rule.ts'
import { FixedScope, ScopeFields, SinceField } from './ScopeFields.tsx'

interface Props {
  form: ReturnType<typeof useForm<ThresholdValues>>
  threshold?: Threshold | undefined
  scopeName: string
  onScope: (name: string) => void
  onCancel: () => void
  onSave: (values: ThresholdValues) => Promise<unknown>
}

/** Scope, rule, factors of risk and reason; what it does is looked at before anything is kept. */
export function ThresholdForm({ form, threshold, scopeName, onScope, onCancel, onSave }: Props) {
  const { t } = useTranslation('parameters')
  const [asking, setAsking] = useState(false)
  const values = useWatch({ control: form.control })
  const { BASE = 'AMBOS_Y' } = values
  return (
    <>
      <Form form={form} onSubmit={onSave} submit={t('threshold.seeImpact')} onCancel={onCancel}>
        {threshold && !threshold.MODIFICABLE && (
          <div style={{ marginBlockStart: 8 }}>
            <Note>{t('threshold.inForceNote')}</Note>
          </div>
        )}
        <FormSection title={t('threshold.scope')} description={t('threshold.scopeHint')}>
          {threshold ? <FixedScope threshold={threshold} /> : <ScopeFields form={form} chosen={scopeName} onScope={onScope} />}
          {threshold?.MODIFICABLE ? null : <SinceField />}
        </FormSection>
        <FormSection title={t('threshold.rule')} description={t('threshold.ruleHint')}>
          <SelectField
            name="BASE"
            label={t('threshold.base')}
            help={t(`threshold.baseHint.${BASE}`)}
            options={BASES.map((value) => ({ value, label: t(`threshold.bases.${value}`) }))}
          />
          <SelectField
            name="COMPARAR"
            label={t('threshold.compare')}
            options={COMPARISONS.map((value) => ({ value, label: t(`threshold.comparisons.${value}`) }))}
          />
          {usesAmount(BASE) && (
            <MoneyField
              name="MONTO"
              label={t('threshold.amount')}
              help={t('threshold.amountHint')}
              validate={(value: string) => (Number(value) > 0 ? undefined : t('threshold.amountWrong'))}
            />
          )}
          {usesPercent(BASE) && (
            <NumberField
              name="PORCENTAJE"
              label={t('threshold.percent')}
              unit="%"
              decimals={2}
              min={0.01}
              max={1000}
              help={t(usesAmount(BASE) ? 'threshold.percentHint' : 'threshold.percentOnlyHint')}
            />
          )}
          <NumberField
            name="PISO_TRIVIAL"
            label={t('threshold.trivial')}
            unit="%"
            decimals={2}
            min={0}
            max={99}
            help={t('threshold.trivialHint')}
          />
          {usesAmount(BASE) && (
            <div>
              <Button onClick={() => setAsking(true)}>
                <Calculator aria-hidden />
                {t('threshold.assistant')}
              </Button>
            </div>
          )}
        </FormSection>
        <FormSection title={t('threshold.factors')} description={t('threshold.factorsHint')}>
          {RISKS.map((risk) => (
            <NumberField key={risk} name={`FACTOR_${risk}`} label={t(`threshold.risks.${risk}`)} decimals={2} min={0.01} max={100} />
          ))}
          <Meaning form={form} />
        </FormSection>
        <FormSection title={t('config.reason')} description={t('threshold.reasonHint')}>
          <TextArea name="motivo" label={t('config.reason')} minLength={10} maxLength={500} wide />
        </FormSection>
      </Form>
      {asking && (
        <Assistant
          onClose={() => setAsking(false)}
          onUse={(amount) => {
            form.setValue('MONTO', amount, { shouldDirty: true, shouldValidate: true })
            setAsking(false)
          }}
        />
      )}
    </>
  )
}

/** What is typed, as movements; nothing while a number is missing. */
function Meaning({ form }: Pick<Props, 'form'>) {
  const { BASE, MONTO, PORCENTAJE, PISO_TRIVIAL, FACTOR_A, FACTOR_M, FACTOR_B } = useWatch({ control: form.control })
  const numbers = [PORCENTAJE, PISO_TRIVIAL, FACTOR_A, FACTOR_M, FACTOR_B]
  if (!BASE || !isAmount(MONTO) || !(Number(MONTO) > 0) || !numbers.every((n) => typeof n === 'number')) return null
  const [percent, trivial, a, m, b] = numbers as [number, number, number, number, number]
  return <Limits rule={{ BASE, MONTO, PORCENTAJE: percent, PISO_TRIVIAL: trivial, FACTOR_A: a, FACTOR_M: m, FACTOR_B: b }} />
}
