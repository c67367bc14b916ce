import { useTranslation } from '@cuadre/shell'
import { DateText, dayAt, Section } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { DatesTable } from './DatesTable.tsx'
import { twelveFrom } from './days.ts'
import { useDates } from './useDates.ts'

/** The dates that calendars and deadlines give to this month and the eleven after it, for everybody in the country or for a business. */
export function NextPeriods({ country, business, choose }: { country: number; business: string; choose: ReactNode }) {
  const { t } = useTranslation('parameters')
  const { may, dates } = useDates(twelveFrom(dayAt().slice(0, 7)), { country, business })
  if (!may) return null
  const of = new Map(dates.map(({ month, dates }) => [month, dates]))
  return (
    <Section title={t('calendar.next')} end={choose}>
      <div className="table-frame">
        <DatesTable
          months={[...of.keys()]}
          cell={(month, due) => {
            const at = of.get(month)
            return at ? <DateText value={at[due]} as="datetime" /> : <span className="faint">—</span>
          }}
        />
      </div>
    </Section>
  )
}
