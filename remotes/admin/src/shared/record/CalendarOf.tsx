import { type Calendar, getCalendar } from '@cuadre/api/calendar'
import { pageLink } from '@cuadre/api/pages'
import { Failure, failureOf, query, useCan, useMe, useTranslation } from '@cuadre/shell'
import { ErrorState, longZoneName, Skeleton, TextLink, useLocale } from '@cuadre/ui'
import { FormSection } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'

/** What the calendar of a country says, and the way to it. For a business it is its country's, with deadlines that may be its own. */
export function CalendarOf({ country, business }: { country: number; business?: number }) {
  const { t } = useTranslation('admin')
  const may = useCan()('parameters.calendar.read')
  const found = useQuery({ ...query(getCalendar, { params: { id: country } }), enabled: may })
  // Somebody may see a country whose calendar is kept by others.
  const isOfOthers = found.error instanceof Failure && found.error.status === 404
  if (!may || isOfOthers) return null
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
  const zone = useMe().ZONA
  const timeZone = calendar.ZONA ?? zone
  const now = new Date()
  const today = now.toLocaleDateString('sv', { timeZone })
  const year = today.slice(0, 4)
  // 1 January 2024 was a Monday.
  const weekday = (day: number) => new Date(Date.UTC(2024, 0, day)).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' })
  const days = new Intl.ListFormat(locale).format(calendar.LABORABLES.map(weekday))
  const next = calendar.FERIADOS.filter(({ FECHA }) => FECHA >= today).toSorted((a, b) => a.FECHA.localeCompare(b.FECHA))[0]
  return (
    <div className="wide">
      <p>
        {t('record.calendarDays', {
          days,
          hour: calendar.HORA_CORTE,
          zone: longZoneName(timeZone, locale, now),
        })}
      </p>
      <p className="muted">
        {t('record.calendarHolidays', { count: calendar.FERIADOS.filter(({ FECHA }) => FECHA.startsWith(`${year}-`)).length, year })}
        {next &&
          ` ${t('record.calendarNext', {
            day: new Date(`${next.FECHA}T00:00Z`).toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
            name: next.NOMBRE,
          })}`}
      </p>
      <TextLink href={pageLink('/parametros/calendario', { pais: calendar.ID_PAIS, ...(business && { negocio: business }) })}>
        {t(business ? 'record.calendarDeadlines' : 'record.calendarOpen')}
      </TextLink>
    </div>
  )
}
