import { listAccounts } from '@cuadre/api/account'
import { listHeadings } from '@cuadre/api/heading'
import { listPeriods } from '@cuadre/api/period'
import { myBusinesses, myCountries } from '@cuadre/api/session'
import { BASES, COMPARISONS, SCOPES, type Threshold } from '@cuadre/api/threshold'
import { call, query, useTranslation } from '@cuadre/shell'
import { Button, formatMonth, Note, useLocale } from '@cuadre/ui'
import {
  ComboField,
  Form,
  FormSection,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextArea,
  type useForm,
  useWatch,
} from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { Assistant } from './Assistant.tsx'
import { Limits } from './Limits.tsx'
import { monthsFrom, RISKS, type ThresholdValues, usesAmount, usesPercent } from './rule.ts'

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
        {threshold && !threshold.MODIFICABLE && <Note>{t('threshold.inForceNote')}</Note>}
        <FormSection title={t('threshold.scope')} description={t('threshold.scopeHint')}>
          {threshold ? <Fixed threshold={threshold} /> : <ScopeFields form={form} chosen={scopeName} onScope={onScope} />}
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
              help={t('threshold.percentHint')}
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
  if (!BASE || typeof MONTO !== 'string' || !(Number(MONTO) > 0) || !numbers.every((n) => typeof n === 'number')) return null
  const [percent, trivial, a, m, b] = numbers as [number, number, number, number, number]
  return <Limits rule={{ BASE, MONTO, PORCENTAJE: percent, PISO_TRIVIAL: trivial, FACTOR_A: a, FACTOR_M: m, FACTOR_B: b }} />
}

function Fixed({ threshold }: { threshold: Threshold }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const facts = [
    [t('threshold.scope'), t(`threshold.scopes.${threshold.ALCANCE}`)],
    [t('threshold.appliesTo'), threshold.ALCANCE_NOMBRE ?? t('threshold.everybody')],
    ...(threshold.MODIFICABLE && threshold.VIGENTE_DESDE ? [[t('threshold.since'), formatMonth(threshold.VIGENTE_DESDE, locale)]] : []),
  ]
  return (
    <dl className="facts" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))' }}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function SinceField() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const periods = useQuery(query(listPeriods, { query: { limit: 999 } })).data?.data ?? []
  return (
    <SelectField
      name="VIGENTE_DESDE"
      label={t('threshold.since')}
      help={t('threshold.sinceHint')}
      options={monthsFrom(periods).map((value) => ({ value, label: formatMonth(value, locale) }))}
    />
  )
}

function ScopeFields({ form, chosen, onScope }: Pick<Props, 'form' | 'onScope'> & { chosen: string }) {
  const { t } = useTranslation('parameters')
  const scope = useWatch({ control: form.control, name: 'ALCANCE' })
  const id = form.getValues('ALCANCE_ID')
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const headings = useQuery({ ...query(listHeadings, { query: { limit: 999 } }), enabled: scope === 'RUBRO' }).data?.data ?? []
  const options: Record<Exclude<Threshold['ALCANCE'], 'GLOBAL'>, readonly Option[] | ((search: string) => Promise<readonly Option[]>)> = {
    PAIS: countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
    NEGOCIO: businesses.map(({ ID_NEGOCIO, NEGOCIO, ID_PAIS }) => ({
      value: String(ID_NEGOCIO),
      label: NEGOCIO,
      hint: countries.find((country) => country.ID_PAIS === ID_PAIS)?.PAIS,
    })),
    RUBRO: headings.map(({ COD_RUBRO, NOMBRE, CODIGO, RUTA }) => ({
      value: String(COD_RUBRO),
      label: NOMBRE,
      hint: RUTA === NOMBRE ? (CODIGO ?? undefined) : RUTA,
    })),
    CUENTA: async (search) =>
      (await call(listAccounts, { query: { limit: 20, sort: 'CUENTA', ...(search.trim() && { search: search.trim() }) } })).data.map(
        ({ COD_CUENTA, CUENTA, NOMBRE, NEGOCIO }) => ({ value: String(COD_CUENTA), label: `${CUENTA} ${NOMBRE}`, hint: NEGOCIO }),
      ),
  }
  return (
    <>
      <SelectField
        name="ALCANCE"
        label={t('threshold.scope')}
        options={SCOPES.map((value) => ({ value, label: t(`threshold.scopes.${value}`) }))}
      />
      {scope !== 'GLOBAL' && (
        <ComboField
          key={scope}
          name="ALCANCE_ID"
          label={t(`threshold.scopes.${scope}`)}
          options={options[scope]}
          initial={id ? { value: id, label: chosen } : undefined}
          onChoose={(option) => onScope(option?.label ?? '')}
        />
      )}
    </>
  )
}
