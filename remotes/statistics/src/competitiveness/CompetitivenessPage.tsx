import { listMonthsAndYears } from '@cuadre/api/period'
import { COMPONENTS, statisticsCompetitiveness } from '@cuadre/api/statistics'
import { download, failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatMoney, formatMonth, Loader, Page, useLocale } from '@cuadre/ui'
import { ChartsOf } from '@cuadre/ui/charts'
import { ExportButton, useExport } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { monthsIn, periodAsked, sinceAsked } from '../shared/months.ts'
import { NothingYet } from '../shared/NothingYet.tsx'
import { PeriodChoice } from '../shared/PeriodChoice.tsx'
import { Printed } from '../shared/Printed.tsx'
import { formatPast } from '../shared/past/formatPast.ts'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { pastAsked, usePast, useZone } from '../shared/past/usePast.ts'
import { SinceChoice } from '../shared/SinceChoice.tsx'
import { useAddress } from '../shared/useAddress.ts'
import { useSpan } from '../shared/useSpan.ts'
import { PlaceHistory } from './PlaceHistory.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import { RankingTable } from './RankingTable.tsx'
import { besideLeader, certainlyBehind, placeQuery, type Ranked, rankedWith, type Weights } from './ranking.ts'
import { WeightsDrawer } from './WeightsDrawer.tsx'
import '../shared/besidePanel.css'
import './competitiveness.css'

const ADJUST = 'ajuste'
const LEVELS = ['negocio', 'pais', 'departamento'] as const
/** Under so many no sentence is made. */
const FEW = 2
const CLOSED = 3

/** /competitividad-empresarial: who is where, how sure that is, and what would move it. */
export default function CompetitivenessPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const saved = useExport()
  const can = useCan()
  const [params, put] = useAddress()
  const [weights, setWeights] = useState<Weights>()
  const nivel = LEVELS.find((level) => level === params.get('nivel')) ?? 'negocio'
  const from = sinceAsked(params)
  const ajustar = params.get(ADJUST) !== 'no'
  const input = { query: { periodId: periodAsked(params), desdePeriodId: from, asOf: pastAsked(params), nivel, ajustar } }
  const found = useQuery({ ...query(statisticsCompetitiveness, input), placeholderData: keepPreviousData })
  const failure = failureOf(found)
  const data = found.data
  const of: Ranked = { nivel, periodId: data?.period?.COD_PERIODO, desdePeriodId: from }
  const save = () => saved(t('competitiveness.title'), download(statisticsCompetitiveness, input))
  const chosen = data?.data.find(({ id }) => String(id) === params.get('de'))
  // Weights that are tried and differ from the saved ones move the ranking at once.
  const tried = data && weights && COMPONENTS.some((name) => weights[name] !== data.pesos[name]) ? weights : undefined
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const sentence = () => {
    const [beside, behind] = [besideLeader(data?.data ?? []), certainlyBehind(data?.data ?? [])]
    const names = (of: readonly { nombre: string }[]) => list.format(of.map(({ nombre }) => nombre))
    if (beside.length >= FEW && beside.length === data?.data.filter(({ estado }) => estado === 'clasificado').length)
      return t('competitiveness.allAlike')
    return [
      beside.length >= FEW ? t('competitiveness.alike', { names: names(beside) }) : undefined,
      behind.length > 0 && beside.length > 0 ? t('competitiveness.behind', { count: behind.length, names: names(behind) }) : undefined,
    ]
      .filter(Boolean)
      .join(' ')
  }
  const shown = data?.period
  const span = useSpan()
  const months = useQuery(query(listMonthsAndYears)).data
  const { told } = usePast()
  const zone = useZone()
  /** For the printed page, and for the images that are saved of its charts. */
  const ofAll = [
    shown &&
      (span(monthsIn({ desdePeriodId: String(from), periodId: String(shown.COD_PERIODO) }, months)) || formatMonth(shown.PERIODO, locale)),
    t(`competitiveness.levels.${nivel}`),
    told && zone && t('past.was', formatPast(told.asOf, zone, locale)),
  ].filter((each) => typeof each === 'string')
  const body = () => {
    if (failure) return <ErrorState {...failure} />
    if (!data) return <Loader />
    if (!data.period) return <NothingYet period={null} />
    if (data.data.length === 0) return <NothingYet period={data.period} />
    return (
      <div aria-busy={found.isPlaceholderData || undefined} className={chosen ? 'beside-panel' : weights ? 'beside-weights' : undefined}>
        <p className="page-note">
          {[data.period.ESTADO_ID === CLOSED ? undefined : t('competitiveness.running'), tried ? undefined : sentence()]
            .filter(Boolean)
            .join(' ')}
        </p>
        <RankingTable
          data={tried ? rankedWith(data.data, tried, data.ajustado) : data.data}
          of={of}
          adjusted={data.ajustado}
          all={tried ? null : data.todos}
          saved={tried && new Map(data.data.map(({ id, puesto }) => [id, puesto]))}
          chosen={chosen?.id}
          onChoose={(id) => put('de', id === chosen?.id ? undefined : String(id))}
        />
        <p className="dash-key">
          <span className="row">
            <i className="rank-dot" aria-hidden /> {t(data.ajustado ? 'competitiveness.adjusted' : 'competitiveness.raw')}
          </span>
          <span className="row">
            <i className="rank-dot rank-raw" aria-hidden /> {t(data.ajustado ? 'competitiveness.raw' : 'competitiveness.adjusted')}
          </span>
          <span>{t(data.ajustado ? 'competitiveness.adjusting' : 'competitiveness.notAdjusting')}</span>
          <span>{t('competitiveness.interval')}</span>
          {data.todos !== null && !tried && (
            <span className="row">
              <i className="rank-all" aria-hidden /> {t('competitiveness.all', { n: formatMoney(data.todos, locale, { decimals: 1 }) })}
            </span>
          )}
          <span>{t('competitiveness.fewItems')}</span>
        </p>
        {chosen?.propio && (
          <PlaceHistory key={chosen.id} place={chosen} data={data} asked={input.query} where={placeQuery(of, chosen.id)} />
        )}
      </div>
    )
  }
  return (
    <Page
      ready={!found.isLoading}
      title={t('competitiveness.title')}
      crumbs={[{ label: t('charts.statistics') }, { label: t('competitiveness.title') }]}
      actions={
        <>
          <PeriodChoice shown={failure ? null : shown} />
          <PastButton />
          {data && data.data.length > 0 && <ExportButton onExport={save} />}
        </>
      }
    >
      <PastStrip />
      <div className="filter-bar">
        <SegmentedControl
          label={t('competitiveness.level')}
          value={nivel}
          onChange={(value) => put('nivel', value === 'negocio' ? undefined : value)}
          options={LEVELS.map((value) => ({ value, label: t(`competitiveness.levels.${value}`) }))}
        />
        <SinceChoice shown={shown} since={from} onChange={(id) => put('desde', id)} />
        <label className="check-line nowrap">
          <input
            type="checkbox"
            role="switch"
            aria-checked={ajustar}
            className="switch"
            checked={ajustar}
            onChange={(event) => put(ADJUST, event.target.checked ? undefined : 'no')}
          />
          {t('competitiveness.adjust')}
        </label>
        <div className="bar-end">
          {data && can('statistics.setting.write') && (
            <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => setWeights(data.pesos)}>
              {t('competitiveness.weights')} {Object.values(data.pesos).join('·')}
            </Button>
          )}
        </div>
      </div>
      <Printed of={ofAll} />
      <ChartsOf value={[chosen?.nombre, ...ofAll].filter(Boolean).join(' · ')}>
        {body()}
        {data && <PlacePanel place={chosen} data={data} of={of} onClose={() => put('de', undefined)} />}
      </ChartsOf>
      {data && weights && (
        <WeightsDrawer
          weights={weights}
          saved={data.pesos}
          anonymous={data.anonimo}
          onChange={setWeights}
          onClose={() => setWeights(undefined)}
        />
      )}
      <ItemsDrawer />
    </Page>
  )
}
