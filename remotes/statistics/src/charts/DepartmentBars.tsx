import { useMe, useTranslation } from '@cuadre/shell'
import { formatCount, useLocale, useTexts } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { useCallback, useMemo } from 'react'
import { type Department, STAGES } from './departments.ts'
import { stageList } from './lists.ts'

const LOOK = {
  porPreparar: { state: 'por-preparar', color: 'pendiente', fill: 'hollow' },
  pendiente: { state: 'pendiente', color: 'pendiente', fill: 'dotted' },
  revision: { state: 'revision', color: 'revision', fill: 'hatched' },
  rechazado: { state: 'rechazado', color: 'rechazado', fill: 'crossed' },
  aprobado: { state: 'aprobado', color: 'aprobado', fill: 'solid' },
} as const

interface Props {
  departments: readonly Department[]
  periodId: number
  onOpen: (to: string) => void
}

/** How far each department is: one lying bar, its parts in the order of the work. */
export function DepartmentBars({ departments, periodId, onOpen }: Props) {
  const { t } = useTranslation('statistics')
  const { states } = useTexts()
  const locale = useLocale()
  const me = useMe()
  const several = new Set(departments.map(({ businessId }) => businessId)).size > 1
  const labels = useMemo(
    () =>
      departments.map(({ name, business }) => {
        const own = name ?? t('departments.none')
        return several ? `${own} · ${business}` : own
      }),
    [departments, several, t],
  )
  const series = useMemo(
    () =>
      STAGES.map((stage) => {
        const { state, color, fill } = LOOK[stage]
        return {
          label: states[state],
          color,
          fill,
          values: departments.map((department) => department[stage]),
          to: departments.map(({ id, businessId }) =>
            id === null ? undefined : stageList(me, stage, { periodId, businessId, departmentId: id }),
          ),
        }
      }),
    [departments, states, me, periodId],
  )
  const write = useCallback((value: number) => formatCount(value, locale), [locale])
  return (
    <BarChart
      title={t('departments.title')}
      of={t('departments.department')}
      labels={labels}
      series={series}
      format={write}
      stacked
      horizontal
      height={Math.max(180, departments.length * 28 + 32)}
      onOpen={onOpen}
    />
  )
}
