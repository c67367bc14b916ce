import { type AnalysisMetadata, metadataForAuditor } from '@cuadre/api/analysis'
import { drawSample, listSamples, MAX_SAMPLED, type Sample } from '@cuadre/api/sample'
import { call, isSince, query, useMe, useTranslation, whatBecame } from '@cuadre/shell'
import { formatCount, formatMonth, Note, notify, useLocale } from '@cuadre/ui'
import { Form, NumberField, SelectField, TextField, useForm, useWatch } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

interface Values {
  nombre: string
  n: number | null
  semilla: string
  periodId: string
  businessId: string
  departmentId: string
}
interface Props {
  counts: AnalysisMetadata
  onClose: () => void
  onDrawn: (sample: Sample) => void
}
const numberOf = (value: string) => (value ? Number(value) : undefined)

/** Draws a sample; the same seed over the same population gives the same rows. */
export function DrawDrawer({ counts, onClose, onDrawn }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const client = useQueryClient()
  const { id: auditorId } = useMe()
  const form = useForm<Values>({
    defaultValues: { nombre: '', n: 25, semilla: '', periodId: String(counts.periodos[0]?.id ?? ''), businessId: '', departmentId: '' },
  })
  const periodId = useWatch({ control: form.control, name: 'periodId' })
  // What there is to choose in the month, as the list says it.
  const offered = useQuery({
    ...query(metadataForAuditor, { query: { periodId: numberOf(periodId) } }),
    placeholderData: keepPreviousData,
  }).data
  const draw = async ({ nombre, n, semilla, ...where }: Values) => {
    const since = Date.now()
    const body = {
      nombre,
      n: n!,
      semilla: semilla.trim() || undefined,
      periodId: numberOf(where.periodId),
      businessId: numberOf(where.businessId),
      departmentId: numberOf(where.departmentId),
    }
    const sample = await call(drawSample, { body }).catch(async (error: unknown) => {
      // Drawn since under that name it is this one: another would have another seed, and other rows.
      const drawn = async (signal: AbortSignal) =>
        (await call(listSamples, { query: { auditorId, sort: '-EXTRAIDA_EN' } }, { signal })).data.find(
          ({ NOMBRE, N, EXTRAIDA_EN }) => isSince(EXTRAIDA_EN, since) && NOMBRE === nombre.trim() && N === n,
        )
      return (await whatBecame<Sample | undefined>(error, drawn, (one) => one !== undefined))!
    })
    await client.invalidateQueries({ queryKey: ['audit-sample'] })
    notify.success(t('audit.drawn', { n: formatCount(sample.SELECCIONADOS, locale), of: formatCount(sample.POBLACION, locale) }))
    setTimeout(() => onDrawn(sample))
  }
  const options = (list: readonly { id: number; nombre: string }[] = [], say = (name: string) => name) =>
    list.map(({ id, nombre }) => ({ value: String(id), label: say(nombre) }))
  return (
    <Drawer open onClose={onClose} size="wide" title={t('audit.draw')}>
      <Form form={form} onSubmit={draw} submit={t('audit.draw')} onCancel={onClose}>
        <div className="fields submission-fields">
          <Note>{t('audit.drawHint')}</Note>
          <TextField name="nombre" label={t('audit.sampleName')} minLength={3} maxLength={120} wide />
          <SelectField
            name="periodId"
            label={t('account.period')}
            placeholder={t('review.all')}
            options={options(counts.periodos, (name) => formatMonth(name, locale))}
            optional
          />
          <SelectField
            name="businessId"
            label={t('account.business')}
            placeholder={t('review.all')}
            options={options(offered?.negocios)}
            optional
          />
          <SelectField
            name="departmentId"
            label={t('account.department')}
            placeholder={t('review.all')}
            options={options(offered?.departamentos)}
            optional
          />
          <NumberField
            name="n"
            label={t('audit.size')}
            help={offered && t('audit.sizeHint', { n: formatCount(offered.total, locale) })}
            min={1}
            max={MAX_SAMPLED}
          />
          <TextField name="semilla" label={t('audit.seed')} help={t('audit.seedHint')} maxLength={64} optional />
        </div>
      </Form>
    </Drawer>
  )
}
