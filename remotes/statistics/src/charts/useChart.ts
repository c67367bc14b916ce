import type {
  statisticsAging,
  statisticsBurndown,
  statisticsCompletion,
  statisticsCycle,
  statisticsDepartments,
  statisticsDifferences,
  statisticsMovements,
  statisticsOnTime,
  statisticsRejections,
} from '@cuadre/api/statistics'
import { download, useNavigate, useTranslation } from '@cuadre/shell'
import { formatCount, formatMoney, formatShortMonth, useLocale } from '@cuadre/ui'
import { useExport } from '@cuadre/ui/data'
import { keepPreviousData } from '@tanstack/react-query'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'

/** The filters of the page, as every chart and every list behind a figure takes them. */
export type Asked = { periodId?: number | undefined } & Record<string, string | number | undefined>

type Exportable =
  | typeof statisticsCompletion
  | typeof statisticsDepartments
  | typeof statisticsOnTime
  | typeof statisticsCycle
  | typeof statisticsDifferences
  | typeof statisticsRejections
  | typeof statisticsBurndown
  | typeof statisticsAging
  | typeof statisticsMovements

export function useChart(asked: Asked) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const navigate = useNavigate()
  const link = useListLink()
  const saved = useExport()
  return {
    t,
    locale,
    say: { t, locale },
    count: (value: number) => formatCount(value, locale),
    percent: (value: number) => formatMoney(value, locale, { decimals: 1 }),
    month: (period: string) => formatShortMonth(period, locale),
    to: (more: ListQuery) => link({ ...asked, ...more }),
    open: (to: string) => void navigate(to),
    /** All rows, with a sheet of the filters. */
    excel:
      (endpoint: Exportable, name: string, more: { enGrupo?: true } = {}) =>
      () =>
        void saved(name, download(endpoint, { query: { ...asked, ...more } })),
  }
}
export const keep = { placeholderData: keepPreviousData }
