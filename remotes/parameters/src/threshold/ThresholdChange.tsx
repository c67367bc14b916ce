import { createThreshold, type Threshold, type ThresholdImpact, updateThreshold } from '@cuadre/api/threshold'
import { call, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, formatMonth, notify, Page, useLocale } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { thresholds } from '../area.ts'
import { ImpactStep } from './ImpactStep.tsx'
import { NEW, proposedOf, ruleOf, scopeOf, type ThresholdValues, valuesOf } from './rule.ts'
import { ThresholdForm } from './ThresholdForm.tsx'

const LIST = thresholds.link()

/** A threshold is written, its impact looked at, and then exactly that is made. Without `threshold` a new one. */
export function ThresholdChange({ threshold }: { threshold?: Threshold }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const initial = threshold ? valuesOf(threshold) : NEW
  const form = useForm<ThresholdValues>({ defaultValues: initial })
  const [search] = useSearchParams()
  // Figures that were simulated come along; they are a change that nobody has kept yet.
  useEffect(() => {
    const proposed = proposedOf(search)
    for (const name of Object.keys(proposed) as (keyof typeof proposed)[]) {
      const value = proposed[name]
      if (value !== undefined) form.setValue(name, value, { shouldDirty: true })
    }
  }, [form, search])
  const [name, setName] = useState(threshold?.ALCANCE_NOMBRE ?? '')
  const [looked, setLooked] = useState<{ values: ThresholdValues; impact: ThresholdImpact }>()

  /** One that a closed period was judged by stays; the change is another one of its scope, from an open period on. */
  const send = (values: ThresholdValues, confirmed: { simular: true } | { huella: string }) => {
    const body = { ...ruleOf(values), motivo: values.motivo.trim(), ...confirmed }
    return threshold?.MODIFICABLE
      ? call(updateThreshold, { params: { id: threshold.ID }, body })
      : call(createThreshold, { body: { ...body, ...scopeOf(values), VIGENTE_DESDE: values.VIGENTE_DESDE } })
  }
  const about = (values: ThresholdValues) => ({
    scope: values.ALCANCE === 'GLOBAL' ? t('threshold.everybody') : name,
    since: values.VIGENTE_DESDE ? formatMonth(values.VIGENTE_DESDE, locale) : t('threshold.ever'),
  })

  if (looked)
    return (
      <ImpactStep
        {...about(looked.values)}
        crumbs={[{ label: t('crumbs.parameters') }, { label: t('threshold.title'), to: LIST }, { label: t('threshold.review') }]}
        values={looked.values}
        seen={looked.impact}
        onBack={() => {
          // What was typed is not kept yet, though the form was sent.
          form.reset(initial)
          form.reset(looked.values, { keepDefaultValues: true })
          setLooked(undefined)
          setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus())
        }}
        onConfirm={async (huella) => {
          const { impacto } = await send(looked.values, { huella })
          await client.invalidateQueries()
          notify.success(t('threshold.saved', { count: impacto.cambian, n: formatCount(impacto.cambian, locale) }))
          // The warning of unsaved work goes with the step.
          setTimeout(() => navigate(LIST))
        }}
      />
    )
  const title = threshold ? t('threshold.changing') : t('threshold.create')
  return (
    <Page fill title={title} crumbs={[{ label: t('crumbs.parameters') }, { label: t('threshold.title'), to: LIST }, { label: title }]}>
      <ThresholdForm
        form={form}
        threshold={threshold}
        scopeName={name}
        onScope={setName}
        onCancel={() => navigate(LIST)}
        onSave={async (values) => {
          const { impacto } = await send(values, { simular: true })
          // Saving would forget what was typed: after it.
          setTimeout(() => setLooked({ values, impact: impacto }))
        }}
      />
    </Page>
  )
}
