import { getPeriod, type Period, updatePeriod } from '@cuadre/api/period'
import { call, failureOf, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, formatMonth, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { Form, FormSection, SelectField, useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { periods } from '../area.ts'
import { MomentField } from './MomentField.tsx'
import { fromLocalInput, toLocalInput } from './months.ts'

const DUES = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const
type Values = Record<(typeof DUES)[number], string> & { ESTADO_ID: string }

export default function PeriodUpdatePage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const id = Number(useParams().periodId)
  const period = useQuery(query(getPeriod, { params: { id } }))
  const failure = failureOf(period)
  return (
    <Page
      fill
      title={period.data ? formatMonth(period.data.PERIODO, locale) : t('period.update')}
      crumbs={[{ label: t('period.title'), to: periods.link() }, { label: t('period.update') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!period.data && !failure && <Skeleton />}
      {period.data && <PeriodForm key={id} period={period.data} />}
    </Page>
  )
}

function PeriodForm({ period }: { period: Period }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm<Values>({
    defaultValues: {
      ESTADO_ID: String(period.ESTADO.ID),
      ...(Object.fromEntries(DUES.map((due) => [due, toLocalInput(period[due])])) as Record<(typeof DUES)[number], string>),
    },
  })
  const save = async (values: Values) => {
    const dues = Object.fromEntries(
      DUES.filter((due) => values[due] !== toLocalInput(period[due])).map((due) => [due, fromLocalInput(values[due])]),
    )
    const status = Number(values.ESTADO_ID)
    await call(updatePeriod, {
      params: { id: period.COD_PERIODO },
      body: { ...dues, ...(status !== period.ESTADO.ID && (status === 1 || status === 2) ? { ESTADO_ID: status } : {}) },
    })
    await client.invalidateQueries({ queryKey: ['period'] })
    notify.success(t('period.saved', { period: formatMonth(period.PERIODO, locale) }))
    setTimeout(() => navigate(periods.link()))
  }
  return (
    <Form form={form} onSubmit={save} submit={t('actions.save')} onCancel={() => navigate(periods.link())}>
      <FormSection title={t('period.status')} description={t('period.statusHint')}>
        <SelectField
          name="ESTADO_ID"
          label={t('period.status')}
          options={[1, 2].map((id) => ({ value: String(id), label: t(`periodStatus.${id}`) }))}
        />
      </FormSection>
      <FormSection title={t('period.deadlines')} description={t('period.deadlinesHint')}>
        <MomentField name="VENCE_ANALISTA" label={t('period.dueAnalyst')} />
        <MomentField name="VENCE_JEFATURA" label={t('period.dueJefatura')} />
        <MomentField name="VENCE_CONTROL" label={t('period.dueControl')} />
        <MomentField name="VENCE_CIERRE" label={t('period.dueClose')} />
      </FormSection>
    </Form>
  )
}
