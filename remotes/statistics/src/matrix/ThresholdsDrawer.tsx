import { MATRIX_METRICS, updateMatrixParams } from '@cuadre/api/matrix'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { notify, useLocale } from '@cuadre/ui'
import { Form, FormSection, NumberField, SelectField, SwitchField, useForm, useWatch } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetricInfo } from './CellPanel.tsx'
import type { Matrix, Metric } from './levels.ts'
import { effectOf } from './thresholds.ts'

type Params = { metricas: MetricInfo[]; porDefecto: { metrica: Metric } }
type Values = { porDefecto: Metric } & Record<`verde_${Metric}` | `ambar_${Metric}`, number | null> & Record<`activa_${Metric}`, boolean>

/** Thresholds, metrics in use and the default, with what they would make of the months on the page. */
export function ThresholdsDrawer({ params, shown, onClose }: { params: Params; shown: Matrix | undefined; onClose: () => void }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const client = useQueryClient()
  /** As it was when the fields were filled: only what was changed since is sent, so that what somebody else sets stays. */
  const [seen, setSeen] = useState(params)
  const form = useForm<Values>({ defaultValues: valuesOf(params) })
  const label = (metric: MetricInfo) => (locale === 'en' ? metric.etiquetaEn : metric.etiquetaEs)
  const save = async (values: Values) => {
    const metricas = seen.metricas.flatMap(({ clave, umbrales: before, activa: was }) => {
      const activa = values[`activa_${clave}`]
      const umbrales = before && { verde: Number(values[`verde_${clave}`]), ambar: Number(values[`ambar_${clave}`]) }
      const same = activa === was && umbrales?.verde === before?.verde && umbrales?.ambar === before?.ambar
      return same ? [] : [{ clave, activa, ...(umbrales && { umbrales }), visto: { umbrales: before, activa: was } }]
    })
    try {
      const isDefaultChanged = values.porDefecto !== seen.porDefecto.metrica
      await call(updateMatrixParams, { body: { metricas, ...(isDefaultChanged && { porDefecto: values.porDefecto }) } })
    } catch (error) {
      if (error instanceof Failure && error.code === 'setting_moved') {
        // The contract says what a `current` of this call is: what was not touched is taken from there.
        const now = error.current as Params
        const [before, theirs] = [valuesOf(seen), valuesOf(now)]
        for (const name of Object.keys(theirs) as (keyof Values)[]) if (values[name] === before[name]) form.setValue(name, theirs[name])
        setSeen(now)
      }
      throw error
    }
    await client.invalidateQueries({ queryKey: ['dashboard'] })
    notify.success(t('matrix.thresholdsSaved'))
    setTimeout(onClose)
  }
  return (
    <Drawer open onClose={onClose} size="wide" title={t('matrix.thresholds')}>
      <Form form={form} submit={t('matrix.saveThresholds')} onSubmit={save} onCancel={onClose}>
        <FormSection title={t('matrix.default')}>
          <SelectField
            name="porDefecto"
            label={t('matrix.metric')}
            options={MATRIX_METRICS.flatMap((clave) => {
              const metric = params.metricas.find((each) => each.clave === clave)
              return metric ? [{ value: clave, label: label(metric) }] : []
            })}
          />
        </FormSection>
        {params.metricas.map((metric) => (
          <FormSection key={metric.clave} title={label(metric)}>
            <SwitchField name={`activa_${metric.clave}`} label={t('matrix.inUse')} />
            {metric.umbrales && (
              <>
                <NumberField name={`verde_${metric.clave}`} label={t(metric.sentido === 1 ? 'matrix.greenFrom' : 'matrix.greenTo')} />
                <NumberField name={`ambar_${metric.clave}`} label={t(metric.sentido === 1 ? 'matrix.amberFrom' : 'matrix.amberTo')} />
                {shown?.metrica === metric.clave && <Effect metric={metric} shown={shown} />}
              </>
            )}
          </FormSection>
        ))}
      </Form>
    </Drawer>
  )
}

const valuesOf = ({ metricas, porDefecto }: Params) =>
  ({
    porDefecto: porDefecto.metrica,
    ...Object.fromEntries(
      metricas.flatMap(({ clave, umbrales, activa }) => [
        [`verde_${clave}`, umbrales?.verde ?? null],
        [`ambar_${clave}`, umbrales?.ambar ?? null],
        [`activa_${clave}`, activa],
      ]),
    ),
  }) as Values

/** How many closed cells on the page would change their light. */
function Effect({ metric, shown }: { metric: MetricInfo; shown: Matrix }) {
  const { t } = useTranslation('statistics')
  const [verde, ambar] = useWatch({ name: [`verde_${metric.clave}`, `ambar_${metric.clave}`] }) as [unknown, unknown]
  const cells = shown.data.flatMap(({ celdas }) => celdas)
  const { changed, of } = effectOf(cells, metric, { verde: Number(verde), ambar: Number(ambar) })
  return <p className="small muted">{t('matrix.effect', { count: changed, changed, of })}</p>
}
