import { type Calendar, getCalendar } from '@cuadre/api/calendar'
import { pageLink } from '@cuadre/api/pages'
import { failureOf, query, useCan, useMe, useTranslation } from '@cuadre/shell'
import { ErrorState, Skeleton, TextLink, useLocale } from '@cuadre/ui'
import { FormSection } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { DateTime, type WeekdayNumbers } from 'luxon'

/** What the calendar of a country says, and the way to it. For a business it is its country's, with deadlines that may be its own. */
export function CalendarOf({ country, business }: { country: number; business?: number }) {
  const { t } = useTranslation('admin')
  const may = useCan()('parameters.calendar.read')
  const found = useQuery({ ...query(getCalendar, { params: { id: country } }), enabled: may })
  if (!may) return null
  const failure = failureOf(found)
  return (
    <FormSection title={t('record.calendar')} description={t(business ? 'record.calendarOfCountry' : 'record.calendarHint')}>
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton height={48} />}
      {found.data && <Said calendar={found.data} business={business} />}
    </FormSection>
  )
}

function Said({ calendar, business }: { calendar: Calendar; business: number | undefined }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const me = useMe()
  const now = DateTime.now()
    .setZone(calendar.ZONA ?? me.ZONA)
    .setLocale(locale)
  const year = now.year
  const days = new Intl.ListFormat(locale).format(
    calendar.LABORABLES.map((weekday) => now.set({ weekday: weekday as WeekdayNumbers }).toFormat('cccc')),
  )
  const next = calendar.FERIADOS.filter(({ FECHA }) => FECHA >= now.toISODate()!).toSorted((a, b) => a.FECHA.localeCompare(b.FECHA))[0]
  return (
    <div className="wide">
      <p>{t('record.calendarDays', { days, hour: calendar.HORA_CORTE, zone: now.offsetNameLong })}</p>
      <p className="muted">
        {t('record.calendarHolidays', { count: calendar.FERIADOS.filter(({ FECHA }) => FECHA.startsWith(`${year}-`)).length, year })}
        {next &&
          ` ${t('record.calendarNext', { day: DateTime.fromISO(next.FECHA, { locale }).toLocaleString({ day: 'numeric', month: 'long' }), name: next.NOMBRE })}`}
      </p>
      <TextLink href={pageLink('/parametros/calendario', { pais: calendar.ID_PAIS, ...(business && { negocio: business }) })}>
        {t(business ? 'record.calendarDeadlines' : 'record.calendarOpen')}
      </TextLink>
    </div>
  )
}
