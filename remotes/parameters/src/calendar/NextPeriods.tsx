import { datesOfPeriod } from '@cuadre/api/calendar'
import { myBusinesses } from '@cuadre/api/session'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { DateText, formatMonth, InlineSelect, Section, useLocale } from '@cuadre/ui'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { twelveFrom } from './days.ts'

const DUE = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const

/** The dates that calendars and deadlines give to this month and the eleven after it, in general or for a business. */
export function NextPeriods() {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const may = useCan()('admin.period.read')
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const [business, setBusiness] = useState('')
  const months = twelveFrom(new Date().toLocaleDateString('sv').slice(0, 7))
  const found = useQueries({
    queries: months.map((PERIODO) => ({
      ...query(datesOfPeriod, { query: { PERIODO, ...(business && { businessId: Number(business) }) } }),
      enabled: may,
    })),
  })
  if (!may) return null
  return (
    <Section
      title={t('calendar.next')}
      end={
        <InlineSelect
          label={t('threshold.business')}
          value={business}
          options={[
            { value: '', label: t('threshold.all') },
            ...businesses.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
          ]}
          onChange={setBusiness}
        />
      }
    >
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
            {months.map((month, index) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month, locale)}</th>
                {DUE.map((due) => (
                  <td key={due} data-label={t(`calendar.due.${due}`)}>
                    {found[index]?.data ? <DateText value={found[index].data[due]} as="datetime" /> : <span className="faint">—</span>}
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
