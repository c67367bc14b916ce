import { useTranslation } from '@cuadre/shell'
import { DateText, formatMonth, Section, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { twelveFrom } from './days.ts'
import { DUE, useDates } from './useDates.ts'

/** The dates that calendars and deadlines give to this month and the eleven after it, for everybody in the country or for a business. */
export function NextPeriods({ country, business, choose }: { country: number; business: string; choose: ReactNode }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const { may, dates } = useDates(twelveFrom(new Date().toLocaleDateString('sv').slice(0, 7)), { country, business })
  if (!may) return null
  return (
    <Section title={t('calendar.next')} end={choose}>
      <div className="table-frame">
        <table className="table table-stacked" aria-label={t('calendar.next')}>
          <thead>
            <tr>
              <th scope="col">{t('threshold.period')}</th>
              {DUE.map((due) => (
                <th key={due} scope="col">
                  {t(`calendar.due.${due}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {dates.map(({ month, dates: at }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month, locale)}</th>
                {DUE.map((due) => (
                  <td key={due} data-label={t(`calendar.due.${due}`)}>
                    {at ? <DateText value={at[due]} as="datetime" /> : <span className="faint">—</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
