import { listCalendars } from '@cuadre/api/calendar'
import { myBusinesses } from '@cuadre/api/session'
import { type First, failureOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, ErrorState, IconButton, InlineSelect, Page, Skeleton } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLeaving } from '../useLeaving.tsx'
import { CalendarEditor } from './CalendarEditor.tsx'
import { Deadlines } from './Deadlines.tsx'
import { NextPeriods } from './NextPeriods.tsx'
import './calendar.css'

const CALENDARS = query(listCalendars, { query: { limit: 193 } })
export const first: First = () => [CALENDARS]

/** A country's year with its holidays and working days, the deadlines as working days, and the dates that they make. */
export default function CalendarPage() {
  const { t } = useTranslation('parameters')
  const write = useCan()('parameters.calendar.write')
  const [params, setParams] = useSearchParams()
  const found = useQuery(CALENDARS)
  const failure = failureOf(found)
  const calendars = found.data?.data ?? []
  const calendar = calendars.find(({ ID_PAIS }) => String(ID_PAIS) === params.get('pais')) ?? calendars[0]
  const country = calendar?.ID_PAIS
  const businesses = (useQuery(query(myBusinesses)).data ?? []).filter(({ ID_PAIS }) => ID_PAIS === country)
  const business = businesses.some(({ ID_NEGOCIO }) => String(ID_NEGOCIO) === params.get('negocio')) ? params.get('negocio')! : ''
  const asked = Number(params.get('anio'))
  // A calendar has years of four digits; whatever else an address says is this year.
  const year = Number.isInteger(asked) && asked >= 1900 && asked <= 2199 ? asked : new Date().getFullYear()
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    next.set(name, value)
    setParams(next, { replace: true })
  }
  const { leave, question } = useLeaving(t('calendar.leaving'))
  const choose = (
    <InlineSelect
      label={t('calendar.deadlinesOf')}
      value={business}
      options={[
        { value: '', label: t('threshold.all') },
        ...businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
      ]}
      onChange={(value) => set('negocio', value)}
    />
  )
  return (
    <Page
      title={t('calendar.title')}
      crumbs={[{ label: t('crumbs.parameters') }, { label: t('calendar.title') }]}
      note={t('calendar.note')}
      beside={
        calendars.length > 1 &&
        calendar && (
          <InlineSelect
            label={t('calendar.country')}
            value={String(calendar.ID_PAIS)}
            options={calendars.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS }))}
            onChange={(value) => leave(() => set('pais', value))}
          />
        )
      }
      actions={
        <span className="row">
          <IconButton
            label={t('calendar.before')}
            icon={<ChevronLeft aria-hidden />}
            disabled={year <= 1900}
            onClick={() => set('anio', String(year - 1))}
          />
          <b className="strong num">{year}</b>
          <IconButton
            label={t('calendar.after')}
            icon={<ChevronRight aria-hidden />}
            disabled={year >= 2199}
            onClick={() => set('anio', String(year + 1))}
          />
        </span>
      }
    >
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton height={320} />}
      {found.data && !calendar && <EmptyState title={t('calendar.none')} />}
      {calendar && (
        <CalendarEditor key={calendar.ID_PAIS} calendar={calendar} year={year} business={business} choose={choose} write={write} />
      )}
      {calendar && <Deadlines write={write} />}
      {calendar && <NextPeriods country={calendar.ID_PAIS} business={business} choose={choose} />}
      {question}
    </Page>
  )
}
