import { datesOfPeriod } from '@cuadre/api/calendar'
import { listMonthsAndYears, openPeriod } from '@cuadre/api/period'
import { call, failureOf, query, useNavigate, useTranslation } from '@cuadre/shell'
import { dayAt, ErrorState, formatDateTime, formatMonth, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { Form, FormSection, SelectField, SwitchField, useForm, useFormContext } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { periods } from '../area.ts'
import { DeadlineCalendar } from './DeadlineCalendar.tsx'
import { DUE_WORD, DUES, type DueName, duesOf } from './dues.ts'
import { atItsDay, MomentField } from './MomentField.tsx'
import { addMonths, gapBeside, nextMonth } from './monthGrid.ts'
import { type At, atIn, momentOf, useZone } from './zone.ts'

type Values = Partial<Record<DueName, At>> & { month: string; year: string; own: boolean }

export default function PeriodCreatePage() {
  const { t } = useTranslation('admin')
  const months = useQuery({ ...query(listMonthsAndYears), staleTime: 0 })
  const failure = failureOf(months)
  const there = months.data?.months.map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`)
  return (
    <Page
      fill
      title={t('period.open')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('period.title'), to: periods.link() }, { label: t('period.open') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!there && !failure && <Skeleton />}
      {there && <OpenForm there={there} />}
    </Page>
  )
}

function OpenForm({ there }: { there: readonly string[] }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const zone = useZone()
  const navigate = useNavigate()
  const client = useQueryClient()
  const today = dayAt().slice(0, 7)
  const [year = '', month = ''] = nextMonth(there, today).split('-')
  const form = useForm<Values>({ defaultValues: { month, year, own: false } })
  const { month: chosen, year: inYear, own } = form.watch()
  const name = `${inYear}-${chosen}`
  const last = Number(addMonths(today, 1).slice(0, 4))
  const years = Array.from({ length: last - 1999 }, (_, i) => String(last - i))
  const monthNames = Array.from({ length: 12 }, (_, i) => new Intl.DateTimeFormat(locale, { month: 'long' }).format(new Date(2000, i, 1)))
  const dates = useQuery({ ...query(datesOfPeriod, { query: { PERIODO: name } }), enabled: /^\d{4}-\d\d$/.test(name) })
  const isThere = there.includes(name)
  const gap = isThere ? undefined : gapBeside(there, name)
  return (
    <Form
      form={form}
      submit={t('period.open')}
      onCancel={() => navigate(periods.link())}
      onSubmit={async (values) => {
        const given: { [K in DueName]?: string } = {}
        if (values.own)
          for (const due of DUES) {
            const at = values[due] && momentOf(values[due], zone)
            if (at && at !== dates.data?.[due]) given[due] = at
          }
        const { PERIODO } = await call(openPeriod, { body: { PERIODO: `${values.year}-${values.month}`, ...given } }).catch((error) => {
          throw atItsDay(error, DUES)
        })
        await client.invalidateQueries({ queryKey: ['period'] })
        notify.success(t('period.opened', { period: formatMonth(PERIODO, locale) }))
        setTimeout(() => navigate(periods.link()))
      }}
    >
      <FormSection title={t('period.which')} description={t('period.whichHint')}>
        <SelectField
          name="month"
          label={t('period.month')}
          options={monthNames.map((label, i) => ({ value: String(i + 1).padStart(2, '0'), label }))}
          validate={(value: string, { year: of }: Values) =>
            there.includes(`${of}-${value}`) ? t('period.isThere', { period: formatMonth(`${of}-${value}`, locale) }) : undefined
          }
        />
        <SelectField name="year" label={t('period.year')} options={years.map((value) => ({ value, label: value }))} />
        <div className="wide" role="status">
          {gap && (
            <Note kind="warning">
              {t(gap.from === gap.to ? 'period.gap' : 'period.gaps', {
                from: formatMonth(gap.from, locale),
                to: formatMonth(gap.to, locale),
              })}
            </Note>
          )}
        </div>
      </FormSection>
      <FormSection title={t('period.deadlines')} description={t('period.previewHint')}>
        <div className="wide">
          {!dates.data ? (
            <Skeleton />
          ) : (
            <>
              <dl className="record-head">
                {DUES.map((due) => (
                  <div key={due}>
                    <dt>{t(`period.${DUE_WORD[due]}`)}</dt>
                    <dd className="nowrap">{formatDateTime(dates.data[due], locale)}</dd>
                  </div>
                ))}
              </dl>
              {!isThere && <DeadlineCalendar key={name} month={addMonths(name, 1)} dues={duesOf(dates.data, t)} zone={zone} />}
            </>
          )}
        </div>
        {dates.data && <SwitchField name="own" label={t('period.ownDates')} help={t('period.ownDatesHint')} />}
        {own && dates.data && DUES.map((due) => <OwnMoment key={`${due}${name}`} due={due} usual={atIn(dates.data[due], zone)} />)}
      </FormSection>
    </Form>
  )
}

/** Begins with what the calendar gives. */
function OwnMoment({ due, usual }: { due: DueName; usual: At }) {
  const { t } = useTranslation('admin')
  const { setValue } = useFormContext<Values>()
  const { day, time } = usual
  useEffect(() => setValue(due, { day, time }), [setValue, due, day, time])
  return <MomentField name={due} label={t(`period.${DUE_WORD[due]}`)} />
}
