import type { CalendarImpact } from '@cuadre/api/calendar'
import { useTranslation } from '@cuadre/shell'
import { DateText } from '@cuadre/ui'
import { DatesTable } from './DatesTable.tsx'
import { DUE } from './useDates.ts'

type Month = CalendarImpact['proximos'][number]
const hasMoved = ({ antes, despues }: Month) => DUE.some((due) => antes[due] !== despues[due])

/** The deadlines that the next twelve months would have; what a change moves is told with what it was. */
export function NextDates({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('parameters')
  const changed = months.filter(hasMoved).length
  const byName = new Map(months.map((month) => [month.PERIODO, month]))
  return (
    <details className="next-dates" open={changed > 0}>
      <summary className="medium">
        {t('calendar.next')}{' '}
        <span className="muted small">{changed === 0 ? t('calendar.nextSame') : t('calendar.nextChanged', { count: changed })}</span>
      </summary>
      <DatesTable
        months={[...byName.keys()]}
        cell={(name, due) => {
          const { antes, despues } = byName.get(name)!
          const moved = antes[due] !== despues[due]
          return (
            <>
              {moved && (
                <del className="muted">
                  <DateText value={antes[due]} as="datetime" />{' '}
                </del>
              )}
              <span className={moved ? 'strong' : undefined}>
                <DateText value={despues[due]} as="datetime" />
              </span>
            </>
          )
        }}
      />
    </details>
  )
}
