import { listCalendars } from '@cuadre/api/calendar'
import { pageLink } from '@cuadre/api/pages'
import { query, useTranslation } from '@cuadre/shell'
import { formatMonth, IconButton, InlineSelect, Note, TextLink, useLocale, zoneName } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import './period.css'
import { addMonths, monthGrid, withoutHolidays } from './monthGrid.ts'
import { atIn } from './zone.ts'

export type Due = { label: string; at: string; last?: boolean }
interface Props {
  /** The month in which the deadlines lie, to begin with. */
  month: string
  dues: readonly Due[]
  zone: string
}
const USUAL = { ID_PAIS: 0, PAIS: '', LABORABLES: [1, 2, 3, 4, 5], FERIADOS: [] }

/** Deadlines on the working days and holidays of a country. */
export function DeadlineCalendar({ month: first, dues, zone }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [moved, setMoved] = useState(0)
  const [chosen, setChosen] = useState<number>()
  const calendars = useQuery({ ...query(listCalendars, { query: { limit: 193 } }), placeholderData: keepPreviousData })
  const list = calendars.data?.data ?? []
  const country = list.find(({ ID_PAIS }) => ID_PAIS === chosen) ?? list[0] ?? USUAL
  const month = addMonths(first, moved)
  const today = atIn(new Date().toISOString(), zone).day
  const weekdays = Array.from({ length: 7 }, (_, i) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + i))),
  )
  const placed = dues.map((due) => ({ ...due, ...atIn(due.at, zone) }))
  const elsewhere = zoneName(locale)
  const missing = [...new Set(placed.map(({ day }) => day.slice(0, 4)))].flatMap((year) => {
    const countries = withoutHolidays(list, year)
    return countries.length > 0 ? [{ year, countries }] : []
  })
  return (
    // As high before its holidays are known: nothing below it moves.
    <section className="day-box" aria-label={t('calendar.title')} aria-busy={calendars.isPending || undefined}>
      <div className="section-head">
        <h2 className="h2">{t('calendar.title')}</h2>
        {list.length > 1 ? (
          <InlineSelect
            label={t('calendar.country')}
            value={String(country.ID_PAIS)}
            options={list.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS }))}
            onChange={(value) => setChosen(Number(value))}
          />
        ) : (
          country.PAIS && <span className="small muted">{t('calendar.of', { country: country.PAIS })}</span>
        )}
        {elsewhere && <span className="small muted">{elsewhere}</span>}
        <div className="page-actions">
          <IconButton size="sm" label={t('calendar.before')} icon={<ChevronLeft aria-hidden />} onClick={() => setMoved(moved - 1)} />
          <span className="small medium" aria-live="polite">
            {formatMonth(month, locale)}
          </span>
          <IconButton size="sm" label={t('calendar.after')} icon={<ChevronRight aria-hidden />} onClick={() => setMoved(moved + 1)} />
        </div>
      </div>
      {missing.map(({ year, countries }) => (
        <Note key={year} kind="warning">
          {t('calendar.noHolidays', { year, countries: new Intl.ListFormat(locale).format(countries.map(({ PAIS }) => PAIS)) })}{' '}
          <TextLink href={pageLink('/parametros/calendario', { pais: countries[0]!.ID_PAIS, anio: year })}>{t('calendar.enter')}</TextLink>
        </Note>
      ))}
      <table className="day-grid" aria-label={formatMonth(month, locale)}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month, country).map((week) => (
            <tr key={week[0]!.day}>
              {week.map(({ day, inMonth, works, nth, holiday }) => (
                <td
                  key={day}
                  data-off={works ? undefined : true}
                  data-outside={inMonth ? undefined : true}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <div className="day-head">
                    <span className="day-n">{Number(day.slice(8))}</span>
                    {nth && <span className="day-nth">{t('calendar.nth', { n: nth })}</span>}
                  </div>
                  {holiday && (
                    <span className="holiday" title={holiday}>
                      {holiday}
                    </span>
                  )}
                  {placed
                    .filter((due) => due.day === day)
                    .map(({ label, time, last }) => (
                      <span key={label} className="due-mark" data-last={last || undefined} title={`${label} ${time}`}>
                        {label} {time}
                      </span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
