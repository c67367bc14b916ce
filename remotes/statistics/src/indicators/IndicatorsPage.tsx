import { analysisMatrixParams } from '@cuadre/api/matrix'
import { statisticsIndicators, updateTargets } from '@cuadre/api/statistics'
import { call, download, Failure, failureOf, query, useCan, useKept, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatMoney, InlineSelect, Loader, notify, Page, TrafficLight, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { ExportButton, FilterBar, hasFilters, useExport } from '@cuadre/ui/data'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Target } from 'lucide-react'
import { useState } from 'react'
import { ItemsDrawer } from '../shared/items/ItemsDrawer.tsx'
import { NothingMatches, NothingYet } from '../shared/NothingYet.tsx'
import { Printed } from '../shared/Printed.tsx'
import { PastButton } from '../shared/past/PastButton.tsx'
import { PastStrip } from '../shared/past/PastStrip.tsx'
import { useAddress } from '../shared/useAddress.ts'
import { usePlaceFilters } from '../shared/usePlaceFilters.ts'
import { AccountsDrawer } from './AccountsDrawer.tsx'
import { IndicatorTable } from './IndicatorTable.tsx'
import { historyWith, newestMonth } from './indicators.ts'
import './indicators.css'

/** /indicadores-anuales: every indicator by the months of a year, against its target and the year before. */
export default function IndicatorsPage() {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const saved = useExport()
  const can = useCan()
  const client = useQueryClient()
  const [params, put] = useAddress({ replace: true })
  const { table, filters, said, asked, ready } = usePlaceFilters({ key: 'indicadores' })
  const [targets, setTargets] = useState<Record<string, string>>()
  const [saving, setSaving] = useState(false)
  const written = targets !== undefined && Object.keys(targets).length > 0
  useUnsavedWarning(written)

  const offered = useQuery(query(analysisMatrixParams))
  const years = offered.data?.anios ?? []
  const anio = years.find((year) => String(year) === params.get('anio')) ?? offered.data?.porDefecto.anio ?? years[0]
  useKept(`objetivos ${anio}`, () => (written ? targets : undefined), setTargets)
  const enCurso = params.get('encurso') === 'true'
  const moneda = /^[A-Z]{3}$/.exec(params.get('moneda') ?? '')?.[0]
  const input = { query: { ...asked, anio, enCurso, moneda } }
  const found = useQuery({ ...query(statisticsIndicators, input), enabled: anio !== undefined, placeholderData: keepPreviousData })
  const failure = failureOf(offered) ?? failureOf(found)
  const data = found.data
  const title = anio ? t('indicators.titleOf', { year: anio }) : t('indicators.title')

  const save = () => saved(title, download(statisticsIndicators, input))
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))
  const wrong = Object.entries(targets ?? {}).find(([, text]) => {
    const value = numberOf(text)
    return value !== null && !(value >= 0 && value <= 1000)
  })
  const saveTargets = async () => {
    if (!targets || wrong || anio === undefined) return
    setSaving(true)
    try {
      await call(updateTargets, {
        body: {
          anio,
          data: (data?.data ?? []).flatMap(({ codigo, objetivo: visto }) =>
            codigo in targets ? [{ codigo, valor: numberOf(targets[codigo]!), visto }] : [],
          ),
        },
      })
      setTargets(undefined)
      await client.invalidateQueries({ queryKey: ['statistics'] })
      notify.success(t('indicators.saved'))
    } catch (error) {
      if (error instanceof Failure && error.status === 409) await client.invalidateQueries({ queryKey: ['statistics'] })
      notify.danger(t('indicators.notSaved'), { description: error instanceof Failure ? error.message || undefined : undefined })
    } finally {
      setSaving(false)
    }
  }

  const body = () => {
    if (failure) return <ErrorState {...failure} />
    if (offered.data && years.length === 0) return <NothingYet period={null} />
    if (!data || anio === undefined) return <Loader />
    // No currency, no analysis.
    if (data.monedas.length === 0)
      return moneda || hasFilters(table.state) ? (
        <NothingMatches of={String(anio)} onClear={() => (moneda ? put('moneda', undefined) : table.clearFilters())} />
      ) : (
        <NothingYet period={newestMonth(data, anio)} />
      )
    const judged = data.data.filter(({ semaforo }) => semaforo !== null)
    const compared = data.data.filter(({ delta }) => delta !== null)
    const close = data.data.find(({ codigo }) => codigo === 'K10')?.acumulado
    return (
      <>
        <ul className="indicator-facts">
          <li>{t('indicators.onTarget', { n: judged.filter(({ semaforo }) => semaforo === 'verde').length, of: judged.length })}</li>
          {compared.length > 0 && (
            <li>
              {t('indicators.better', {
                n: compared.filter(({ delta, sentido }) => delta! * sentido > 0).length,
                of: compared.length,
                year: anio - 1,
              })}
            </li>
          )}
          <li>{t('indicators.closedMonths', { n: data.cerrados })}</li>
          {close != null && <li>{t('indicators.closing', { days: formatMoney(close, locale, { decimals: 1 }) })}</li>}
        </ul>
        <IndicatorTable
          data={data}
          year={anio}
          place={{ ...asked, moneda }}
          onCurrency={(currency) => put('moneda', currency)}
          targets={targets}
          onTarget={(code, text) => setTargets({ ...targets, [code]: text })}
        />
        <p className="dash-key">
          <TrafficLight light="atencion">{t('indicators.near')}</TrafficLight>
          <TrafficLight light="critico">{t('indicators.far')}</TrafficLight>
          <span>
            <b>{t('indicators.bold')}</b> {t('indicators.best')}
          </span>
          <span>
            <span className="indicator-worst">{t('indicators.dotted')}</span> {t('indicators.worst')}
          </span>
          <span className="faint">{t('indicators.grey')}</span>
        </p>
        {targets && (
          <div className="form-actions">
            <span className="small">
              {Object.entries(targets).map(([code, text]) => {
                const row = data.data.find(({ codigo }) => codigo === code)
                if (!row) return null
                const { closed, missed } = historyWith(row, numberOf(text))
                return (
                  <span key={code} className="indicator-effect">
                    <b>{locale === 'en' ? row.etiquetaEn : row.etiquetaEs}</b>: {row.objetivo ?? '—'} → {text || '—'}.{' '}
                    {wrong?.[0] === code ? t('indicators.wrong') : t('indicators.effect', { count: missed, missed, closed })}{' '}
                  </span>
                )
              })}
              {Object.keys(targets).length === 0 && t('indicators.editHint')}
            </span>
            <Button onClick={() => setTargets(undefined)}>{t('indicators.discard')}</Button>
            <Button variant="solid" busy={saving} disabled={Object.keys(targets).length === 0 || wrong !== undefined} onClick={saveTargets}>
              {t('indicators.save')}
            </Button>
          </div>
        )}
      </>
    )
  }
  return (
    <Page
      ready={ready && !offered.isLoading && !found.isLoading}
      title={title}
      crumbs={[{ label: t('charts.statistics') }, { label: t('indicators.title') }]}
      actions={
        anio !== undefined && (
          <>
            <InlineSelect
              label={t('matrix.chooseYear')}
              value={String(anio)}
              // Targets are of the year in which they are written.
              options={(written ? [anio] : years).map((year) => ({ value: String(year), label: String(year) }))}
              onChange={(year) => put('anio', year)}
            />
            {can('statistics.setting.write') && !targets && (
              <Button icon={<Target aria-hidden />} onClick={() => setTargets({})}>
                {t('indicators.edit')}
              </Button>
            )}
            <PastButton />
            <ExportButton onExport={save} />
          </>
        )
      }
    >
      <PastStrip />
      <FilterBar table={table} filters={filters} room={4}>
        {data && (data.monedas.length > 1 || moneda) && (
          <InlineSelect
            label={t('indicators.currency')}
            value={moneda ?? ''}
            options={[
              { value: '', label: t('indicators.allCurrencies') },
              ...[...new Set([...data.monedas, ...(moneda ? [moneda] : [])])].map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => put('moneda', value || undefined)}
          />
        )}
        <label className="check-line">
          <input type="checkbox" className="checkbox" checked={enCurso} onChange={() => put('encurso', enCurso ? undefined : 'true')} />{' '}
          {t('matrix.countRunning')}
        </label>
      </FilterBar>
      <Printed of={[...said, moneda && `${t('filters.currency')}: ${moneda}`, enCurso && t('matrix.countRunning')]} />
      {body()}
      <ItemsDrawer />
      <AccountsDrawer />
    </Page>
  )
}
