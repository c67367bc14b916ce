import { type Calendar, datesOfPeriod } from '@cuadre/api/calendar'
import { query, useCan } from '@cuadre/shell'
import { useQueries } from '@tanstack/react-query'

export const DUE = ['VENCE_ANALISTA', 'VENCE_JEFATURA', 'VENCE_CONTROL', 'VENCE_CIERRE'] as const
export type Due = (typeof DUE)[number]

/** The deadlines that the saved calendar and plan give to months: of a business, or of everybody in the country. */
export function useDates(months: readonly string[], { country, business }: { country: number; business: string }) {
  const may = useCan()('admin.period.read')
  const place = business ? { businessId: Number(business) } : { countryId: country }
  const found = useQueries({
    queries: months.map((PERIODO) => ({ ...query(datesOfPeriod, { query: { PERIODO, ...place } }), enabled: may })),
  })
  return { may, dates: months.map((month, index) => ({ month, dates: found[index]?.data })) }
}

/** The days of a country on which something is due, with the month and the role that it is due for. */
export function dueDays(found: ReturnType<typeof useDates>['dates'], zone: Calendar['ZONA']): Map<string, { due: Due; month: string }[]> {
  const day = new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...(zone && { timeZone: zone }) })
  const days = new Map<string, { due: Due; month: string }[]>()
  for (const { month, dates } of found)
    for (const due of dates ? DUE : []) {
      const at = day.format(new Date(dates![due]))
      days.set(at, [...(days.get(at) ?? []), { due, month }])
    }
  return days
}
