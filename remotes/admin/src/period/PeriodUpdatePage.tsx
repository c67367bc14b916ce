import { getPeriod, PERIOD_STATUS, type Period, type PeriodImpact, simulatePeriod, updatePeriod } from '@cuadre/api/period'
import { call, Failure, failureOf, Navigate, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, formatCount, formatMonth, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { Form, FormSection, SelectField, SwitchField, TextArea, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { periodClose, periods } from '../area.ts'
import { useWhy } from '../shared/useWhy.ts'
import { DeadlineCalendar } from './DeadlineCalendar.tsx'
import { DUE_WORD, DUES, type DueName } from './dues.ts'
import { atItsDay, MomentField } from './MomentField.tsx'
import { addMonths } from './monthGrid.ts'
import { Regenerate } from './Regenerate.tsx'
import { type At, atIn, momentOf, useZone } from './zone.ts'

type Values = Record<DueName, At> & { ESTADO_ID: string; MOTIVO: string; notificar: boolean }
type Change = { [K in DueName]?: string } & { ESTADO_ID?: 1 | 2 }

export default function PeriodUpdatePage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const zone = useZone()
  const id = Number(useParams().periodId)
  const period = useQuery(query(getPeriod, { params: { id } }))
  const failure = failureOf(period)
  // Of a closed period there is the record, and nothing to change.
  if (period.data?.ESTADO.ID === PERIOD_STATUS.cerrado) return <Navigate to={periodClose.link({ periodId: id })} replace />
  return (
    <Page
      fill
      title={period.data ? formatMonth(period.data.PERIODO, locale) : t('period.update')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('period.title'), to: periods.link() }, { label: t('period.update') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!period.data && !failure && <Skeleton />}
      {period.data && <PeriodForm key={`${id}${zone}`} period={period.data} zone={zone} />}
    </Page>
  )
}

function PeriodForm({ period, zone }: { period: Period; zone: string }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ change: Change; values: Values; impact: PeriodImpact }>()
  const form = useForm<Values>({ defaultValues: valuesOf(period, zone) })
  const shown = useRef(period)
  // What somebody else has changed meanwhile is shown, and not undone by saving what this person did not touch.
  useEffect(() => {
    if (shown.current === period) return
    const before = valuesOf(shown.current, zone)
    const typed = form.getValues()
    shown.current = period
    form.reset(valuesOf(period, zone))
    for (const name of FIELDS) if (!isSame(typed[name], before[name])) form.setValue(name, typed[name], { shouldDirty: true })
  }, [form, period, zone])
  const values = form.watch()
  const now = DUES.map((due) => ({ due, at: momentOf(values[due], zone) ?? period[due] }))
  const params = { id: period.COD_PERIODO }

  const simulate = async (given: Values) => {
    const change: Change = {}
    for (const due of DUES) {
      const at = momentOf(given[due], zone)
      if (!at) {
        form.setError(`${due}.time`, { message: t('moment.none') })
        throw new Failure(422, { code: 'moment', message: t('moment.none') })
      }
      if (Date.parse(at) !== Date.parse(period[due])) change[due] = at
    }
    const status = Number(given.ESTADO_ID)
    if (status !== period.ESTADO.ID && (status === 1 || status === 2)) change.ESTADO_ID = status
    const impact = await call(simulatePeriod, { params, body: change }).catch((error) => {
      throw atItsDay(error, DUES)
    })
    setAsked({ change, values: given, impact })
  }
  const save = async () => {
    const { change, values: given, impact } = asked!
    try {
      const { MOTIVO, notificar } = given
      await call(updatePeriod, { params, body: { ...change, notificar, huella: impact.huella, ...(MOTIVO.trim() && { MOTIVO }) } })
    } catch (error) {
      notify.danger(why(error, t('period.closeFailed')))
      setAsked(undefined)
      await client.invalidateQueries({ queryKey: ['period'] })
      return
    }
    form.reset(given)
    notify.success(t('period.saved', { period: formatMonth(period.PERIODO, locale) }))
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['period'] })
      navigate(periods.link())
    })
  }
  return (
    <>
      <Form form={form} onSubmit={simulate} submit={t('period.review')} onCancel={() => navigate(periods.link())}>
        <FormSection title={t('period.status')} description={t('period.statusHint')}>
          <SelectField
            name="ESTADO_ID"
            label={t('period.status')}
            options={[1, 2].map((id) => ({ value: String(id), label: t(`periodStatus.${id}`) }))}
          />
        </FormSection>
        <FormSection title={t('period.deadlines')} description={t('period.deadlinesHint')}>
          {DUES.map((due) => (
            <MomentField key={due} name={due} label={t(`period.${DUE_WORD[due]}`)} />
          ))}
          <div className="wide">
            <DeadlineCalendar
              month={addMonths(period.PERIODO, 1)}
              zone={zone}
              dues={now.map(({ due, at }) => ({ label: t(`period.${DUE_WORD[due]}`), at, last: due === 'VENCE_CIERRE' }))}
            />
          </div>
        </FormSection>
        <FormSection title={t('period.tell')} description={t('period.tellHint')}>
          <TextArea name="MOTIVO" label={t('record.reason')} maxLength={500} optional wide />
          <SwitchField name="notificar" label={t('period.notify')} help={t('period.notifyHint')} />
        </FormSection>
        <FormSection title={t('regenerate.title')} description={t('regenerate.hint')}>
          <Regenerate period={period} />
        </FormSection>
      </Form>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t('impact.title', { period: formatMonth(period.PERIODO, locale) })}
          confirm={t('actions.save')}
          onConfirm={save}
        >
          <Impact of={asked.impact} />
        </ConfirmDialog>
      )}
    </>
  )
}

const FIELDS = ['ESTADO_ID', 'MOTIVO', 'notificar', ...DUES] as const
const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other)
const valuesOf = (period: Period, zone: string): Values => ({
  ESTADO_ID: String(period.ESTADO.ID),
  MOTIVO: '',
  notificar: true,
  ...(Object.fromEntries(DUES.map((due) => [due, atIn(period[due], zone)])) as Record<DueName, At>),
})

function Impact({ of: { cambian, personas, negocios, prorrogasDespues: beyond } }: { of: PeriodImpact }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const warning = beyond > 0 && <Note kind="warning">{t('impact.beyond', { count: beyond, n: formatCount(beyond, locale) })}</Note>
  if (cambian === 0)
    return (
      <>
        {t('impact.none')}
        {warning}
      </>
    )
  const people = t('organisation.people', { count: personas, n: formatCount(personas, locale) })
  return (
    <>
      {t('impact.moves', { count: cambian, n: formatCount(cambian, locale), people })}{' '}
      {negocios.map(({ NEGOCIO, cambian: n }) => `${NEGOCIO} ${formatCount(n, locale)}`).join(', ')}. {t('impact.late')}
      {warning}
    </>
  )
}
