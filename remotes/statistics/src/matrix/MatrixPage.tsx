import { analysisMatrix, analysisMatrixParams } from '@cuadre/api/matrix'
import { failureOf, query, useCan, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatMoney, formatShortMonth, InlineSelect, Kbd, Loader, Page, TrafficLight, useLocale } from '@cuadre/ui'
import { FilterBar, hasFilters } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { NothingMatches, NothingYet } from '../shared/NothingYet.tsx'
import { Printed } from '../shared/Printed.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { decimalsOf, formatTarget } from '../shared/ratio.ts'
import { useAddress } from '../shared/useAddress.ts'
import { useLatestInSight } from '../shared/useLatestInSight.ts'
import { usePlaceFilters } from '../shared/usePlaceFilters.ts'
import { CellPanel } from './CellPanel.tsx'
import { CellValue, cellClass, STATES, StateLetter } from './CellValue.tsx'
import { Comparison } from './Comparison.tsx'
import { moveByKey } from './cellKeys.ts'
import type { Chosen, Level, Metric } from './levels.ts'
import { MatrixExport } from './MatrixExport.tsx'
import { MatrixRows, type Shared } from './MatrixRows.tsx'
import { ThresholdsDrawer } from './ThresholdsDrawer.tsx'
import { amberBounds } from './thresholds.ts'
import { YearCell } from './YearCell.tsx'
import '../shared/besidePanel.css'
import './matrix.css'

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)
const TOP = ['pais', 'negocio'] as const
const LETTERS = Object.keys(STATES) as (keyof typeof STATES)[]

/** /matriz: a part of the organisation by the months of a year, down to the account. */
export default function MatrixPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const can = useCan()
  const [params, setAddress] = useAddress({ replace: true })
  const { table, filters, said, asked, ready } = usePlaceFilters({ key: 'matriz', cuts: true })
  const offered = useQuery(query(analysisMatrixParams))
  const [chosen, setChosen] = useState<Chosen>()
  const [compared, setCompared] = useState<Chosen>()
  /** Arrows walk the cells, from the open panel too, which follows; figures of the year are links. */
  const onKeys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target.closest('input, select, textarea, [role="radiogroup"]')) return
    const at = target.closest('td') ?? document.querySelector(`[data-cell="${chosen?.key}"]`)?.closest('td')
    const figure = moveByKey(event, at)
    if (chosen && !compared && figure?.matches('button[data-cell]')) figure.click()
  }
  const [editing, setEditing] = useState(false)
  const opened = useRef(new Set<string>())

  // The panel takes room from the table: the cell that it is of stays in sight.
  const shown = chosen?.key
  useEffect(() => {
    if (shown) document.querySelector(`[data-cell="${shown}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])

  const put = (name: string, value: string | undefined) => {
    setAddress(name, value)
    setChosen(undefined)
    setCompared(undefined)
  }
  const metrics = offered.data?.metricas.filter(({ activa }) => activa) ?? []
  const metric =
    metrics.find(({ clave }) => clave === params.get('metrica')) ?? metrics.find(({ clave }) => clave === offered.data?.porDefecto.metrica)
  const years = offered.data?.anios ?? []
  const anio = years.find((year) => String(year) === params.get('anio')) ?? offered.data?.porDefecto.anio ?? years[0]
  const level: Level = TOP.find((each) => each === params.get('nivel')) ?? 'negocio'
  const enCurso = params.get('encurso') === 'true'
  const input = { query: { ...asked, nivel: level, metrica: metric?.clave, anio, enCurso, page: 1, limit: 250 } }
  const whole = useQuery({
    ...query(analysisMatrix, input),
    enabled: metric !== undefined && anio !== undefined,
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(offered) ?? failureOf(whole)
  const frame = useLatestInSight((whole.data?.filas ?? 0) > 0)
  const title = anio ? t('matrix.titleOf', { year: anio }) : t('matrix.title')

  const body = () => {
    if (failure) return <ErrorState {...failure} />
    if (offered.data && years.length === 0) return <NothingYet period={null} />
    if (!metric || !whole.data || anio === undefined) return <Loader />
    const { totales, total, meses, filas } = whole.data
    if (filas === 0 && hasFilters(table.state)) return <NothingMatches of={String(anio)} onClear={table.clearFilters} />
    if (filas === 0) return <NothingYet period={meses.at(-1) ?? null} />
    const months = MONTHS.map((mes) => ({ mes, period: meses.find((month) => month.mes === mes)?.PERIODO }))
    const latest = meses.at(-1)?.PERIODO
    const running = new Set(totales.filter((cell) => cell.enCurso).map(({ mes }) => mes))
    const plan = totales.find((cell) => cell.enCurso && cell.plan !== null)?.plan
    const shared: Shared = {
      anio,
      metrica: metric.clave,
      unit: metric.unidad,
      filters: asked,
      enCurso,
      months,
      chosen: chosen?.key,
      compared: compared?.key,
      opened: opened.current,
      onCell: (one, compare) => {
        if (compare && chosen && chosen.key !== one.key) return setCompared(one)
        setCompared(undefined)
        setChosen(chosen?.key === one.key ? undefined : one)
      },
    }
    const bound = (value: number) =>
      metric.unidad === 'porcentaje' ? formatTarget(value, locale) : formatMoney(value, locale, { decimals: decimalsOf(value) })
    const head = t(`matrix.by.${level}`)
    return (
      <div className={chosen && !compared ? 'beside-panel' : undefined}>
        <div className="matrix-frame" ref={frame}>
          <table className="matrix" aria-label={title} onKeyDown={onKeys} aria-busy={whole.isPlaceholderData || undefined}>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {months.map(({ mes, period }) => (
                  <th
                    key={mes}
                    scope="col"
                    className={running.has(mes) ? 'matrix-now' : undefined}
                    data-latest={period === latest || undefined}
                  >
                    {formatShortMonth(`${anio}-${String(mes).padStart(2, '0')}`, locale).split(' ')[0]}
                    {running.has(mes) && <small>{t('matrix.running')}</small>}
                    {!period && <span className="sr-only"> {t('matrix.noPeriod')}</span>}
                  </th>
                ))}
                <th scope="col">
                  {t('matrix.year')}
                  {/* As the server counts: a year without a closed month counts what there is. */}
                  <small>{t(enCurso || totales.every((cell) => cell.enCurso) ? 'matrix.withRunning' : 'matrix.closed')}</small>
                </th>
              </tr>
            </thead>
            <tbody>
              <MatrixRows key={level} level={level} place={{}} depth={0} path="" shared={shared} />
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('matrix.total')}</th>
                {months.map(({ mes, period }) => {
                  const cell = totales.find((each) => each.mes === mes)
                  if (!cell || !period || cell.items === 0)
                    return (
                      <td key={mes} className="matrix-none">
                        —
                      </td>
                    )
                  const key = `total@${cell.COD_PERIODO}`
                  return (
                    <td
                      key={mes}
                      className={cellClass(cell, metric.unidad, metric.clave)}
                      data-chosen={chosen?.key === key ? 'one' : compared?.key === key ? 'two' : undefined}
                    >
                      <button
                        type="button"
                        data-cell={key}
                        onClick={(event) =>
                          shared.onCell({ key, name: t('matrix.total'), place: {}, cell, period, cells: totales }, event.shiftKey)
                        }
                      >
                        <CellValue cell={cell} unit={metric.unidad} metric={metric.clave} />
                      </button>
                    </td>
                  )
                })}
                <YearCell of={{ celdas: totales, total }} place={{}} shared={shared} />
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="dash-key">
          {metric.umbrales && (
            <>
              <TrafficLight light="meta">
                {t(metric.sentido === 1 ? 'matrix.orMore' : 'matrix.orLess', { n: bound(metric.umbrales.verde) })}
              </TrafficLight>
              <TrafficLight light="atencion">
                {t('matrix.between', { from: bound(amberBounds(metric.umbrales).from), to: bound(amberBounds(metric.umbrales).to) })}
              </TrafficLight>
              <TrafficLight light="critico">
                {t(metric.sentido === 1 ? 'matrix.less' : 'matrix.more', { n: bound(metric.umbrales.ambar) })}
              </TrafficLight>
            </>
          )}
          {plan !== null && plan !== undefined && (
            <span className="row">
              <span className="matrix-ring" aria-hidden />{' '}
              {t('matrix.plan', { n: (plan * 100).toLocaleString(locale, { maximumFractionDigits: 1 }) })}
            </span>
          )}
          <span>{t(`matrix.says.${metric.clave}`)}</span>
          {metric.clave === 'completado' && (
            <span className="matrix-states">
              {t('matrix.ofAccount')}
              {LETTERS.map((letter) => (
                <span key={letter} className="row">
                  <StateLetter letter={letter} /> <span aria-hidden>{t(`matrix.states.${letter}`)}</span>
                </span>
              ))}
            </span>
          )}
          <span className="matrix-keys">
            <Kbd>{t('matrix.enter')}</Kbd> {t('matrix.opens')} <Kbd>{t('matrix.shift')}</Kbd> {t('matrix.compares')}
          </span>
        </p>
        {chosen && compared && (
          <Comparison one={chosen} two={compared} metric={metric} filters={asked} onClose={() => setCompared(undefined)} />
        )}
        <CellPanel
          chosen={compared ? undefined : chosen}
          metric={metric}
          filters={asked}
          onKeyDown={onKeys}
          onClose={() => setChosen(undefined)}
        />
      </div>
    )
  }
  return (
    <Page
      ready={ready && !offered.isLoading && !whole.isLoading}
      title={title}
      crumbs={[{ label: t('charts.statistics') }, { label: t('matrix.title') }]}
      actions={
        anio !== undefined && (
          <>
            <InlineSelect
              label={t('matrix.chooseYear')}
              value={String(anio)}
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
              onChange={(year) => put('anio', year)}
            />
            {can('statistics.setting.write') && (
              <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => setEditing(true)}>
                {t('matrix.thresholds')}
              </Button>
            )}
            <PastButton />
            <MatrixExport
              title={title}
              asked={{ ...asked, nivel: level, metrica: metric?.clave, anio }}
              enCurso={enCurso}
              opened={() => [...opened.current]}
            />
          </>
        )
      }
    >
      <PastStrip />
      {metric && (
        <FilterBar table={table} filters={filters}>
          <InlineSelect
            label={t('matrix.chooseLevel')}
            value={level}
            options={TOP.map((value) => ({ value, label: t(`matrix.from.${value}`) }))}
            onChange={(value) => put('nivel', value === 'negocio' ? undefined : value)}
          />
          <label className="check-line">
            <input type="checkbox" className="checkbox" checked={enCurso} onChange={() => put('encurso', enCurso ? undefined : 'true')} />{' '}
            {t('matrix.countRunning')}
          </label>
        </FilterBar>
      )}
      <Printed of={[metric && (locale === 'en' ? metric.etiquetaEn : metric.etiquetaEs), ...said, enCurso && t('matrix.countRunning')]} />
      {metric && (
        <div className="matrix-metrics">
          <SegmentedControl
            label={t('matrix.metric')}
            value={metric.clave}
            onChange={(value: Metric) => put('metrica', value)}
            options={metrics.map(({ clave, etiquetaEs, etiquetaEn }) => ({
              value: clave,
              label: locale === 'en' ? etiquetaEn : etiquetaEs,
            }))}
          />
        </div>
      )}
      {body()}
      <ItemsDrawer />
      {offered.data && editing && <ThresholdsDrawer params={offered.data} shown={whole.data} onClose={() => setEditing(false)} />}
    </Page>
  )
}
