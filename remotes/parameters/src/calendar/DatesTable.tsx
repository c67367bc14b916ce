import { useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { DUE } from './useDates.ts'

type Due = (typeof DUE)[number]

/** The deadlines of months, a month to a row. */
export function DatesTable({ months, cell }: { months: readonly string[]; cell: (month: string, due: Due) => ReactNode }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  return (
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
        {months.map((month) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month, locale)}</th>
            {DUE.map((due) => (
              <td key={due} data-label={t(`calendar.due.${due}`)}>
                {cell(month, due)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
