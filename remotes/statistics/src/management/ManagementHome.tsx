import { dashboardItems } from '@cuadre/api/dashboard'
import { dashboardManagement } from '@cuadre/api/home'
import { FIGURE_LIST } from '@cuadre/api/item'
import { PERIOD_STATUS } from '@cuadre/api/period'
import { statisticsMovements } from '@cuadre/api/statistics'
import { download, type First, failureOf, printWhole, query, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatLongDate, formatMonth, formatTime, Page, useLocale } from '@cuadre/ui'
import { ExportButton, useExport } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { BurndownLines } from '../shared/burndown/BurndownLines.tsx'
import { CompletionDonut } from '../shared/CompletionDonut.tsx'
import { ConversionNote, LeftOut } from '../shared/ConversionNote.tsx'
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { useListLink } from '../shared/items/listQuery.ts'
import { periodAsked } from '../shared/months.ts'
import { NothingYet } from '../shared/NothingYet.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { pastAsked } from '../shared/past/usePast.ts'
import { convertsAsked, useGroupCurrency } from '../shared/useGroupCurrency.ts'
import { BusinessTable } from './BusinessTable.tsx'
import { ClosingFacts } from './ClosingFacts.tsx'
import { Figures } from './Figures.tsx'
import { Forecast } from './Forecast.tsx'
import { LargestDifferences } from './LargestDifferences.tsx'
import { RedList } from './RedList.tsx'
import { Trend } from './Trend.tsx'
import { Words } from './Words.tsx'

const homeQuery = (params: URLSearchParams, converts: boolean) =>
  query(dashboardManagement, { query: { periodId: periodAsked(params), asOf: pastAsked(params), ...(converts && { enGrupo: true }) } })
const movedQuery = (params: URLSearchParams) =>
  query(statisticsMovements, { query: { periodId: periodAsked(params), asOf: pastAsked(params) } })
export const first: First = ({ search }) => [homeQuery(search, convertsAsked(search)), movedQuery(search)]

/** /home of gerencia and administrador: how the close of a month stands, by country and business. */
export default function ManagementHome() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const saved = useExport()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const link = useListLink()
  const { converts, isLoading } = useGroupCurrency()
  const found = useQuery({ ...homeQuery(params, converts), placeholderData: keepPreviousData })
  const { data } = found
  const failure = failureOf(found)
  const period = data?.period
  const periodId = period?.COD_PERIODO
  // A month in course would end each line with a step that is none.
  const done = useMemo(() => (data?.plan ? data.serie.slice(0, -1) : (data?.serie ?? [])), [data])
  const burndown = useMemo(() => ({ items: data?.total.items ?? 0, data: data?.porDia ?? [], pronostico: data?.pronostico ?? [] }), [data])
  const some = period && data.total.items > 0
  /** What is offered of a month with analyses has its place before they are here. */
  const offered = some || found.isLoading
  const moved = useQuery({ ...movedQuery(params), placeholderData: keepPreviousData })
  const wayList = useCallback(
    (way: 'completado' | 'completadoTarde' | 'vencido' | 'pendiente') => link({ periodId, ...FIGURE_LIST[way] }),
    [link, periodId],
  )
  const openOn = useCallback((abiertoAl: string) => link({ periodId, nivel: 'control', abiertoAl }), [link, periodId])
  const open = useCallback((to: string) => void navigate(to), [navigate])
  const read = new Date(found.dataUpdatedAt || Date.now())

  const save = async () => {
    if (!period) return
    const query = { periodId: period.COD_PERIODO, asOf: pastAsked(params) }
    await saved(`${t('home.file')}-${period.PERIODO}`, download(dashboardItems, { query }))
  }
  return (
    <Page
      ready={!found.isLoading && !isLoading && !moved.isLoading}
      title={period ? t('home.title', { month: formatMonth(period.PERIODO, locale) }) : t('home.plain')}
      over={`${formatLongDate(read, locale)}, ${formatTime(read, locale)}`}
      actions={
        <>
          {offered && <CurrencyChoice />}
          <PeriodChoice shown={failure ? null : period} />
          <PastButton />
          {offered && (
            <Button icon={<Printer aria-hidden />} disabled={!some} onClick={() => void printWhole()}>
              {t('home.print')}
            </Button>
          )}
          {offered && <ExportButton onExport={save} />}
        </>
      }
    >
      <PastStrip />
      {failure ? (
        <ErrorState {...failure} />
      ) : data && !some ? (
        <NothingYet period={data.period} />
      ) : (
        <div aria-busy={found.isPlaceholderData || undefined}>
          <Figures data={data} />
          {data?.grupo && <ConversionNote of={data.grupo} />}
          {data?.grupo && <LeftOut of={data.grupo.sinExplicarSinTasa} />}
          {data && <ClosingFacts data={data} />}
          <div className="dash">
            <div>
              <BusinessTable data={data} loading={found.isFetching} />
              {period && period.ESTADO_ID !== PERIOD_STATUS.cerrado && data.pronostico.some(({ abiertos }) => abiertos > 0) && (
                <Forecast rows={data.pronostico} periodId={period.COD_PERIODO} />
              )}
            </div>
            <div className="dash-charts">
              {data && <Words data={data} movements={moved.data} />}
              {burndown.data.some(({ dias }) => dias.length > 0) && <BurndownLines of={burndown} toDay={openOn} onOpen={open} />}
              {data && done.length > 1 && <Trend serie={done} target={data.umbrales.avance.verde} onOpen={open} />}
              {data && <CompletionDonut completitud={data.total.completitud} height={140} to={wayList} onOpen={open} />}
            </div>
            <div className="dash-wide">
              <LargestDifferences rows={data?.mayoresDiferencias} grupo={data?.grupo} periodId={periodId} loading={found.isFetching} />
            </div>
            {data && (
              <div className="dash-wide">
                <RedList data={data} />
              </div>
            )}
          </div>
        </div>
      )}
      <ItemsDrawer />
    </Page>
  )
}
