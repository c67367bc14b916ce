import type { Answer } from '@cuadre/api/endpoint'
import { listMonthsAndYears } from '@cuadre/api/period'
import { statisticsCompletion } from '@cuadre/api/statistics'
import { query, useTranslation } from '@cuadre/shell'
import { formatMoney, formatMonth, formatPercent, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthsOf } from '../shared/months.ts'
import type { Asked } from './useChart.ts'

type Completion = Answer<typeof statisticsCompletion>
const WAYS = ['completado', 'completadoTarde', 'vencido', 'pendiente'] as const

/** Where the month before stood as long before its deadline as the month in course does now. Nothing of a closed month, a range or a past moment. */
export function CompletionBefore({ asked, now }: { asked: Asked; now: Completion }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const [moment] = useState(Date.now)
  const { period } = now
  const runs = period !== null && period.ESTADO_ID !== CLOSED && asked.asOf === undefined && asked.desdePeriodId === undefined
  const { data: offered, isLoading: offering } = useQuery({ ...query(listMonthsAndYears), enabled: runs })
  const months = offered ? monthsOf(offered) : []
  // The newest comes first.
  const periodId = months[months.findIndex(({ id }) => id === period?.COD_PERIODO) + 1]?.id
  const { data: whole, isLoading: asking } = useQuery({
    ...query(statisticsCompletion, { query: { ...asked, periodId } }),
    enabled: runs && periodId !== undefined,
  })
  const then = whole?.period && period && Date.parse(whole.period.VENCE_CONTROL) - (Date.parse(period.VENCE_CONTROL) - moment)
  const asOf = then && then < moment ? new Date(then).toISOString() : undefined
  const { data: before, isLoading: comparing } = useQuery({
    ...query(statisticsCompletion, { query: { ...asked, periodId, asOf } }),
    enabled: runs && asOf !== undefined,
  })
  // Its place is kept, so that the charts below do not move when it comes.
  if (offering || asking || comparing) return <div className="completion-before" />
  if (!before?.period || before.total === 0) return null
  const done = (of: Completion) => ((of.completitud.completado + of.completitud.completadoTarde) / of.total) * 100
  const percent = formatPercent(done(before), locale)
  const points = done(before) - done(now)
  const said = Math.abs(points) < 0.05 ? 'same' : points < 0 ? 'less' : 'more'
  return (
    <div className="completion-before small">
      <span>{t('completion.beforeAt', { month: sentence(formatMonth(before.period.PERIODO, locale)) })}</span>
      <span>{t(`completion.${said}`, { percent, points: formatMoney(Math.abs(points), locale, { decimals: 1 }) })}</span>
      <span className="completion-strip" aria-hidden>
        {WAYS.filter((way) => before.completitud[way] > 0).map((way) => (
          <i key={way} data-way={way} style={{ inlineSize: `${(before.completitud[way] / before.total) * 100}%` }} />
        ))}
      </span>
    </div>
  )
}
const CLOSED = 3
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
