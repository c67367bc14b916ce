import { listExtensions } from '@cuadre/api/extension'
import { query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { formatCount, Page, Skeleton, useLocale } from '@cuadre/ui'
import { Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { periods } from '../area.ts'
import { PeriodList } from './PeriodList.tsx'

const ExtensionList = lazy(() => import('./extension/ExtensionList.tsx'))
const TieOutRules = lazy(() => import('./tie-out/TieOutRules.tsx'))
const ClosingPolicyView = lazy(() => import('./policy/ClosingPolicyView.tsx'))

const VIEWS = ['periodos', 'prorrogas', 'cuadre', 'politica'] as const
type View = (typeof VIEWS)[number]
const KEYS = {
  periodos: 'admin.period.read',
  prorrogas: 'analysis.extension.decide',
  cuadre: 'admin.period.close',
  politica: 'admin.period.close',
} as const

/** Periods, and what belongs to all of them: requests for more time, rules that must tie out, the policy of closing. */
export default function PeriodsPage() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const can = useCan()
  const [params] = useSearchParams()
  const views = VIEWS.filter((view) => can(KEYS[view]))
  const view: View = views.find((each) => each === params.get('vista')) ?? 'periodos'
  const waiting = useQuery({
    ...query(listExtensions, { query: { estado: 'pendiente', porDecidir: true, limit: 1 } }),
    enabled: can('analysis.extension.decide'),
  })
  const tabs = views.map((value) => ({
    value,
    label: t(`periodView.${value}`),
    to: periods.link(value === 'periodos' ? {} : { vista: value }),
    ...(value === 'prorrogas' && waiting.data?.total ? { count: formatCount(waiting.data.total, locale) } : {}),
  }))
  const content = {
    periodos: <PeriodList tabs={<Tabs label={t('period.title')} tabs={tabs} value={view} />} />,
    prorrogas: <ExtensionList />,
    cuadre: <TieOutRules />,
    politica: <ClosingPolicyView />,
  }[view]
  if (view === 'periodos') return content
  return (
    <Page
      fill={view !== 'politica'}
      title={t(`periodView.${view}`)}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('period.title'), to: periods.link() }, { label: t(`periodView.${view}`) }]}
    >
      <Tabs label={t('period.title')} tabs={tabs} value={view} />
      <Suspense fallback={<Skeleton />}>{content}</Suspense>
    </Page>
  )
}
