import { useTranslation } from '@cuadre/shell'
import { dayAt, formatLongDate, formatMonth, useLocale } from '@cuadre/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { afterKey, dayOf, weekdayOf, weeksOf } from './days.ts'
import type { Holiday } from './holidays.ts'
import type { dueDays } from './useDates.ts'

interface Props {
  year: number
  /** ISO weekdays that are worked. */
  working: readonly number[]
  holidays: readonly Holiday[]
  /** The days on which something is due. */
  due: ReturnType<typeof dueDays>
  onToggle: ((day: string) => void) | undefined
}

/**
 * Twelve months; days off are shaded, holidays have a ring and their name, a deadline the letter of its role. One stop of the Tab key, and from
 * there arrows go by day and week, Page Up and Down by month, Home and End to the ends of the year.
 */
export function YearCalendar({ year, working, holidays, due, onToggle }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const names = new Map(holidays.map(({ FECHA, NOMBRE }) => [FECHA, NOMBRE]))
  const today = dayAt()
  const place = useRef<HTMLElement>(null)
  const [at, setAt] = useState('')
  const on = at.startsWith(`${year}-`) ? at : today.startsWith(`${year}-`) ? today : dayOf(year, 1, 1)
  const go = (event: KeyboardEvent) => {
    const next = afterKey(on, event.key)
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    place.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const letter = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return (
    <section ref={place} className="year" aria-label={t('calendar.yearOf', { year })} onKeyDown={onToggle && go}>
      {Array.from({ length: 12 }, (_, index) => index + 1).map((number) => {
        const name = month.format(new Date(Date.UTC(year, number - 1, 1)))
        return (
          <table key={number} className="month" aria-label={`${name} ${year}`}>
            <caption>{name}</caption>
            <thead>
              <tr>
                {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                  <th key={day} scope="col" data-off={!working.includes(day) || undefined}>
                    {letter.format(new Date(Date.UTC(2024, 0, day)))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(year, number).map((week) => (
                <tr key={week.find(Boolean)}>
                  {week.map((day, index) => {
                    // Empty cells of a week have no other name than their place.
                    if (!day) return <td key={`${number} ${index}`} />
                    const holiday = names.get(day)
                    const text = Number(day.slice(8))
                    const deadlines = due.get(day) ?? []
                    const label = [
                      `${formatLongDate(day, locale)}${holiday === undefined ? '' : `: ${holiday || t('calendar.noName')}`}`,
                      ...deadlines.map((one) =>
                        t('calendar.dueFor', { role: t(`calendar.due.${one.due}`), month: formatMonth(one.month, locale) }),
                      ),
                    ].join('; ')
                    return (
                      <td
                        key={day}
                        data-off={!working.includes(weekdayOf(day)) || undefined}
                        data-holiday={holiday !== undefined || undefined}
                        data-today={day === today || undefined}
                      >
                        {onToggle ? (
                          <button
                            type="button"
                            className="day"
                            data-day={day}
                            tabIndex={day === on ? 0 : -1}
                            onFocus={() => setAt(day)}
                            title={label}
                            aria-label={label}
                            aria-pressed={holiday !== undefined}
                            onClick={() => onToggle(day)}
                          >
                            {text}
                          </button>
                        ) : (
                          <span className="day" title={label}>
                            {text}
                          </span>
                        )}
                        {deadlines.length > 0 && (
                          <span className="due-letters" aria-hidden>
                            {deadlines.map((one) => (
                              <b key={`${one.due} ${one.month}`} className="due-letter" data-due={one.due}>
                                {t(`calendar.letter.${one.due}`)}
                              </b>
                            ))}
                          </span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        )
      })}
    </section>
  )
}
