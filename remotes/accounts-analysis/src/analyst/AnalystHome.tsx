import { type Analysis, listForAnalyst, metadataForAnalyst } from '@cuadre/api/analysis'
import { listGroupsForAnalyst } from '@cuadre/api/group'
import { dashboardAnalyst } from '@cuadre/api/home'
import { type First, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatLongDate, formatMonth, Loader, Page, useClock, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { LoadedBalances } from '../shared/LoadedBalances.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { waitsForAnalyst } from '../shared/state.ts'
import { idOf } from '../shared/urlFilters.ts'
import { useSentence } from '../shared/useSentence.ts'
import { AttentionLists } from './Attention.tsx'
import { Groups } from './Groups.tsx'
import { MyAccounts } from './MyAccounts.tsx'
import { attentionOf, unitsOf } from './myAnalyses.ts'
import { Sent } from './Sent.tsx'
import { useTemplates } from './useTemplates.ts'

const ALL = 999_999

// Forms come with the first submission, not with the page.
const SubmissionDrawer = lazy(() => import('./SubmissionDrawer.tsx').then((module) => ({ default: module.SubmissionDrawer })))
const GroupDrawer = lazy(() => import('./GroupDrawer.tsx').then((module) => ({ default: module.GroupDrawer })))
const GroupDialog = lazy(() => import('./GroupDialog.tsx').then((module) => ({ default: module.GroupDialog })))
const BatchDrawer = lazy(() => import('./BatchDrawer.tsx').then((module) => ({ default: module.BatchDrawer })))

const homeQuery = (params: URLSearchParams) => query(dashboardAnalyst, { query: { periodId: idOf(params.get('periodo')) } })
const OFFERS = query(metadataForAnalyst, {})
export const first: First = ({ search }) => [homeQuery(search), OFFERS]

/** /home of an analyst: how far my month is, what asks for me, all my accounts. */
export default function AnalystHome() {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const sentence = useSentence()
  const [params, setParams] = useSearchParams()
  const opened = idOf(params.get('analisis'))
  const group = idOf(params.get('grupo'))
  const uploading = params.has('cargar')
  const change = (name: string, value: number | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === undefined) next.delete(name)
      else next.set(name, String(value))
      return next
    })
  /** One at a time, in the address: a link leads to it, and so does going back. */
  const show = (what: 'analisis' | 'grupo' | 'cargar' | undefined, id?: number | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const name of ['analisis', 'grupo', 'cargar']) next.delete(name)
      if (what) next.set(what, String(id ?? 1))
      return next
    })

  const work = useQuery({ ...homeQuery(params), placeholderData: keepPreviousData })
  const offers = useQuery({ ...OFFERS, staleTime: 60_000 })
  const period = work.data?.period ?? undefined
  const list = useQuery({
    ...query(listForAnalyst, { query: { periodId: period?.COD_PERIODO, limit: ALL } }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const groups = useQuery({
    ...query(listGroupsForAnalyst, { query: { periodId: period?.COD_PERIODO, limit: ALL } }),
    enabled: list.data?.data.some(({ AGRUPADO_ID }) => AGRUPADO_ID !== null) ?? false,
    placeholderData: keepPreviousData,
  })
  const [toGroup, setToGroup] = useState<{ items: readonly Analysis[]; onGrouped: () => void }>()
  const templates = useTemplates()
  const items = list.data?.data
  const open = items?.filter(waitsForAnalyst) ?? []
  const addressOf = ({ COD_ANALISIS, AGRUPADO_ID }: Analysis) => {
    const next = new URLSearchParams(params)
    if (AGRUPADO_ID) next.set('grupo', String(AGRUPADO_ID))
    else next.set('analisis', String(COD_ANALISIS))
    return `?${next}`
  }

  const title = period ? t('analyst.title', { month: formatMonth(period.PERIODO, locale) }) : t('analyst.titlePlain')
  const today = useClock(() => formatLongDate(new Date(), locale))
  // Loaded when first asked for; then they stay, to be seen closing.
  const wanted = useRef({ one: false, group: false, many: false, naming: false })
  wanted.current.one ||= opened !== undefined
  wanted.current.group ||= group !== undefined
  wanted.current.many ||= uploading
  wanted.current.naming ||= toGroup !== undefined
  const close = () => show(undefined)
  const drawer = (
    <Suspense fallback={null}>
      {wanted.current.one && (
        <SubmissionDrawer
          id={opened}
          next={open.find(({ COD_ANALISIS, AGRUPADO_ID }) => COD_ANALISIS !== opened && AGRUPADO_ID === null)}
          onOpen={(id) => show('analisis', id)}
          onOther={({ analisis, grupo }) => show(grupo ? 'grupo' : 'analisis', grupo ?? analisis)}
          onClose={close}
        />
      )}
      {wanted.current.group && <GroupDrawer id={group} onClose={close} />}
      {wanted.current.many && <BatchDrawer open={uploading} onClose={close} />}
      {wanted.current.naming && (
        <GroupDialog
          items={toGroup?.items}
          onClose={() => setToGroup(undefined)}
          onGrouped={(id) => {
            toGroup?.onGrouped()
            setToGroup(undefined)
            show('grupo', id)
          }}
        />
      )}
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
        periods={withShown(offers.data?.periodos ?? [], period)}
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
      ready={!offers.isLoading && !list.isLoading}
      title={title}
      over={today}
      actions={
        <>
          {several && <Months />}
          {open.length > 0 && (
            <>
              <Button icon={<Download aria-hidden />} busy={templates.busy} onClick={() => void templates.download(open)}>
                {t('analyst.templates', { count: unitsOf(open).length })}
              </Button>
              <Button variant="solid" icon={<Upload aria-hidden />} onClick={() => show('cargar')}>
                {t('analyst.upload')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Sent counts={work.data.contadores} period={period} grouped={(groups.data?.total ?? 0) > 0} />
      <LoadedBalances of={work.data.saldos} />
      <AttentionLists
        attention={attention}
        groups={groups.data?.data ?? []}
        addressOf={addressOf}
        listOf={(state) => `?periodo=${period.COD_PERIODO}&estado=${state}`}
      />
      {groups.data && groups.data.total > 0 && (
        <Groups groups={groups.data.data} onOpen={({ AGRUPADO_ID }) => show('grupo', AGRUPADO_ID)} />
      )}
      <MyAccounts
        items={items}
        loading={list.isFetching}
        error={list.isError && !items ? { children: sentence(list.error), onRetry: () => void list.refetch() } : null}
        period={period.COD_PERIODO}
        onOpen={({ COD_ANALISIS, AGRUPADO_ID }) => (AGRUPADO_ID ? show('grupo', AGRUPADO_ID) : show('analisis', COD_ANALISIS))}
        onDownload={(some) => void templates.download(some)}
        onGroup={(items, onGrouped) => setToGroup({ items, onGrouped })}
      />
      {drawer}
    </Page>
  )
}

/** Months in which they have work, and the one that is shown. */
function withShown(months: readonly { id: number; nombre: string }[], shown: { COD_PERIODO: number; PERIODO: string } | undefined) {
  if (!shown || months.length === 0 || months.some(({ id }) => id === shown.COD_PERIODO)) return months
  const all = [...months, { id: shown.COD_PERIODO, nombre: shown.PERIODO }]
  return all.sort((a, b) => (a.nombre < b.nombre ? 1 : -1))
}
