import { MATRIX_METRICS, updateMatrixParams } from '@cuadre/api/matrix'
import { call, useTranslation } from '@cuadre/shell'
import { notify, useLocale } from '@cuadre/ui'
import { Form, FormSection, NumberField, SelectField, SwitchField, useForm, useWatch } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
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
  const form = useForm<Values>({
    defaultValues: {
      porDefecto: params.porDefecto.metrica,
      ...Object.fromEntries(
        params.metricas.flatMap(({ clave, umbrales, activa }) => [
          [`verde_${clave}`, umbrales?.verde ?? null],
          [`ambar_${clave}`, umbrales?.ambar ?? null],
          [`activa_${clave}`, activa],
        ]),
      ),
    } as Values,
  })
  const label = (metric: MetricInfo) => (locale === 'en' ? metric.etiquetaEn : metric.etiquetaEs)
  const save = async (values: Values) => {
    await call(updateMatrixParams, {
      body: {
        porDefecto: values.porDefecto,
        metricas: params.metricas.map(({ clave, umbrales }) => ({
          clave,
          activa: values[`activa_${clave}`],
          ...(umbrales && { umbrales: { verde: Number(values[`verde_${clave}`]), ambar: Number(values[`ambar_${clave}`]) } }),
        })),
      },
    })
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

/** How many closed cells on the page would change their light. */
function Effect({ metric, shown }: { metric: MetricInfo; shown: Matrix }) {
  const { t } = useTranslation('statistics')
  const [verde, ambar] = useWatch({ name: [`verde_${metric.clave}`, `ambar_${metric.clave}`] }) as [unknown, unknown]
  const cells = shown.data.flatMap(({ celdas }) => celdas)
  const { changed, of } = effectOf(cells, metric, { verde: Number(verde), ambar: Number(ambar) })
  return <p className="small muted">{t('matrix.effect', { count: changed, changed, of })}</p>
}
