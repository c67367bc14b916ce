import type { CalendarImpact } from '@cuadre/api/calendar'
import { useTranslation } from '@cuadre/shell'
import { DateText, formatMonth, useLocale } from '@cuadre/ui'
import { DUE } from './useDates.ts'

type Month = CalendarImpact['proximos'][number]
const moved = ({ antes, despues }: Month) => DUE.filter((due) => antes[due] !== despues[due])

/** The deadlines that the next twelve months would have; what a change moves is told with what it was. */
export function NextDates({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const changed = months.filter((month) => moved(month).length > 0).length
  return (
    <details className="next-dates" open={changed > 0}>
      <summary className="medium">
        {t('calendar.next')}{' '}
        <span className="muted small">{changed === 0 ? t('calendar.nextSame') : t('calendar.nextChanged', { count: changed })}</span>
      </summary>
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
            <tr key={month.PERIODO}>
              <th scope="row">{formatMonth(month.PERIODO, locale)}</th>
              {DUE.map((due) => (
                <td key={due} data-label={t(`calendar.due.${due}`)}>
                  {moved(month).includes(due) && (
                    <del className="muted">
                      <DateText value={month.antes[due]} as="datetime" />{' '}
                    </del>
                  )}
                  <span className={moved(month).includes(due) ? 'strong' : undefined}>
                    <DateText value={month.despues[due]} as="datetime" />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
