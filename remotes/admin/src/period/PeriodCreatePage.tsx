import { openPeriod } from '@cuadre/api/period'
import { call, useNavigate, useTranslation } from '@cuadre/shell'
import { formatMonth, notify, Page, useLocale } from '@cuadre/ui'
import { Form, FormSection, NumberField, SelectField, useForm } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { periods } from '../area.ts'
import { monthNames } from './months.ts'

type Values = { month: string; year: number | null }

/** The month before this one is what is usually opened: its books are closed now. */
function suggestion(now = new Date()): Values {
  const before = new Date(now.getFullYear(), now.getMonth() - 1, 1)
  return { month: String(before.getMonth() + 1).padStart(2, '0'), year: before.getFullYear() }
}

export default function PeriodCreatePage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: suggestion() })
  return (
    <Page fill title={t('period.open')} crumbs={[{ label: t('period.title'), to: periods.link() }, { label: t('period.open') }]}>
      <Form
        form={form}
        submit={t('period.open')}
        onCancel={() => navigate(periods.link())}
        onSubmit={async ({ month, year }) => {
          const { PERIODO } = await call(openPeriod, { body: { PERIODO: `${year}-${month}` } })
          await client.invalidateQueries({ queryKey: ['period'] })
          notify.success(t('period.opened', { period: formatMonth(PERIODO, locale) }))
          setTimeout(() => navigate(periods.link()))
        }}
      >
        <FormSection title={t('period.which')} description={t('period.whichHint')}>
          <SelectField
            name="month"
            label={t('period.month')}
            options={monthNames(locale).map((label, i) => ({ value: String(i + 1).padStart(2, '0'), label }))}
          />
          <NumberField name="year" label={t('period.year')} min={1990} max={2200} />
        </FormSection>
      </Form>
    </Page>
  )
}
