import { type Analysis, listForAnalyst, metadataForAnalyst } from '@cuadre/api/analysis'
import { dashboardAnalyst } from '@cuadre/api/dashboard'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatLongDate, formatMonth, Loader, Page, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { waitsForAnalyst } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { AttentionLists } from './Attention.tsx'
import { MyAccounts } from './MyAccounts.tsx'
import { attentionOf } from './mine.ts'
import { Sent } from './Sent.tsx'
import { useTemplates } from './useTemplates.ts'

const ALL = 999_999

// The form comes with the first submission, not with the page.
const SubmissionDrawer = lazy(() => import('./SubmissionDrawer.tsx').then((module) => ({ default: module.SubmissionDrawer })))

/** /home of an analyst: how far my month is, what asks for me, all my accounts. */
export default function AnalystHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('periodo')) || undefined
  const opened = Number(params.get('analisis')) || undefined
  const change = (name: string, value: number | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === undefined) next.delete(name)
      else next.set(name, String(value))
      return next
    })

  const work = useQuery({ ...query(dashboardAnalyst, { query: { periodId: asked } }), placeholderData: keepPreviousData })
  const offers = useQuery({ ...query(metadataForAnalyst, {}), staleTime: 60_000 })
  const period = work.data?.period ?? undefined
  const list = useQuery({
    ...query(listForAnalyst, { query: { periodId: period?.COD_PERIODO, limit: ALL } }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const templates = useTemplates()
  const items = list.data?.data
  const open = items?.filter(waitsForAnalyst) ?? []
  const addressOf = ({ COD_ANALISIS }: Analysis) => {
    const next = new URLSearchParams(params)
    next.set('analisis', String(COD_ANALISIS))
    return `?${next}`
  }

  const title = period ? t('analyst.title', { month: formatMonth(period.PERIODO, locale) }) : t('analyst.titlePlain')
  const today = formatLongDate(new Date(), locale)
  const wanted = useRef(false)
  wanted.current ||= opened !== undefined
  const drawer = wanted.current && (
    <Suspense fallback={null}>
      <SubmissionDrawer
        id={opened}
        next={open.find(({ COD_ANALISIS }) => COD_ANALISIS !== opened)}
        onOpen={(id) => change('analisis', id)}
        onClose={() => change('analisis', undefined)}
      />
    </Suspense>
  )
  if (work.isError && !work.data)
    return (
      <Page title={title} over={today}>
        <ErrorState onRetry={() => void work.refetch()}>{sentence(work.error)}</ErrorState>
      </Page>
    )
  if (!work.data)
    return (
      <Page title={title} over={today}>
        <Loader />
      </Page>
    )
  if (!period || work.data.contadores.total === 0)
    return (
      <Page title={title} over={today} actions={<Months />}>
        <EmptyState title={period ? t('analyst.nothing') : t('analyst.noPeriod')}>
          {period ? t('analyst.nothingHint') : t('analyst.noPeriodHint')}
        </EmptyState>
        {drawer}
      </Page>
    )

  function Months() {
    return (
      <PeriodChoice
        label={t('analyst.period')}
        periods={offers.data?.periodos ?? []}
        value={period?.COD_PERIODO}
        onChange={(id) => change('periodo', id)}
      />
    )
  }
  // The whole list says it exactly; until it is here, the first of each.
  const attention = attentionOf(items ?? [...work.data.atrasados.data, ...work.data.proximos.data])
  const several = (offers.data?.periodos.length ?? 0) > 1
  return (
    <Page
      title={title}
      over={today}
      actions={
        <>
          {several && <Months />}
          {open.length > 0 && (
            <>
              <Button icon={<Download aria-hidden />} busy={templates.done !== undefined} onClick={() => void templates.download(open)}>
                {templates.done === undefined
                  ? t('analyst.templates', { count: open.length })
                  : t('analyst.templatesOf', { done: templates.done, count: open.length })}
              </Button>
              <Button variant="solid" icon={<Upload aria-hidden />} onClick={() => change('analisis', open[0]?.COD_ANALISIS)}>
                {t('analyst.upload')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Sent counts={work.data.contadores} period={period} />
      <AttentionLists attention={attention} addressOf={addressOf} listOf={(state) => `?periodo=${period.COD_PERIODO}&estado=${state}`} />
      <MyAccounts
        items={items}
        loading={list.isFetching}
        error={list.isError && !items ? { children: sentence(list.error), onRetry: () => void list.refetch() } : null}
        period={period.COD_PERIODO}
        onOpen={({ COD_ANALISIS }) => change('analisis', COD_ANALISIS)}
      />
      {drawer}
    </Page>
  )
}
