import type { Answer } from '@cuadre/api/endpoint'
import type { FoundError, simulateThreshold } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { Button, Code, Delta, formatCount, formatMoney, formatShortMonth, type Locale, Section, StateBadge, useLocale } from '@cuadre/ui'
import { type Column, DataTable, KpiLine } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useMemo, useState } from 'react'
import { isMaterial } from './impact.ts'

type Errors = Answer<typeof simulateThreshold>['errores']
type Side = 'perdidos' | 'captados'
const STEP = 25
const keyOf = ({ COD_ANALISIS }: FoundError) => String(COD_ANALISIS)

/** Errors of closed periods, known by now because somebody rejected or reopened them: which ones the threshold would have let pass. */
export function FoundErrors({ errors }: { errors: Errors }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const { periodos, captados, perdidos } = errors
  const total = captados.total + perdidos.total
  const [chosen, setChosen] = useState<Side>(perdidos.total > 0 ? 'perdidos' : 'captados')
  const [most, setMost] = useState(STEP)
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const count = (n: number) => formatCount(n, locale)
  const amounts = (side: Side) =>
    new Intl.ListFormat(locale).format(errors[side].monto.map(({ MONEDA, monto }) => `${formatMoney(monto, locale)} ${MONEDA}`)) || '—'
  const title = t('threshold.errors.title')
  const then = perdidos.ya + captados.total - captados.ya
  const { data, total: all } = errors[chosen]
  return (
    <Section title={title} count={count(total)}>
      {total === 0 ? (
        <p className="small muted">{t(periodos === 0 ? 'threshold.errors.noClosed' : 'threshold.errors.none', { n: count(periodos) })}</p>
      ) : (
        <>
          <p className="small muted">{t('threshold.errors.says', { count: total, n: count(total), periods: count(periodos) })}</p>
          <KpiLine
            kpis={[
              { label: t('threshold.errors.captados'), value: count(captados.total), note: amounts('captados') },
              { label: t('threshold.errors.perdidos'), value: count(perdidos.total), note: amounts('perdidos') },
              { label: t('threshold.errors.then'), value: count(then), note: t('threshold.errors.thenHint') },
            ]}
          />
          <SegmentedControl
            label={title}
            value={chosen}
            onChange={(side) => {
              setChosen(side)
              setMost(STEP)
            }}
            options={(['perdidos', 'captados'] as const).map((value) => ({
              value,
              label: `${t(`threshold.errors.${value}`)} ${count(errors[value].total)}`,
            }))}
          />
          <DataTable
            inset
            label={t(`threshold.errors.${chosen}`)}
            columns={columns}
            rows={data.slice(0, most)}
            rowKey={keyOf}
            empty={<p className="small muted">{t('threshold.errors.noneHere')}</p>}
          />
          {data.length > most && (
            <Button onClick={() => setMost(most + STEP)}>
              {t('threshold.showMore', { n: count(Math.min(STEP, data.length - most)) })}
            </Button>
          )}
          {all > data.length && (
            <p className="small muted">{t('threshold.errors.firstOf', { n: count(data.length), total: count(all) })}</p>
          )}
        </>
      )}
    </Section>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<FoundError>[] => [
  {
    id: 'CUENTA',
    header: t('threshold.account'),
    hideable: false,
    cut: true,
    phone: 'title',
    cell: (one) => (
      <>
        <Code>{one.CUENTA}</Code> <span className="muted">{one.NOMBRE_CUENTA}</span>
      </>
    ),
  },
  { id: 'NEGOCIO', header: t('threshold.business'), cell: (one) => one.NEGOCIO },
  { id: 'PERIODO', header: t('threshold.period'), cell: (one) => formatShortMonth(one.PERIODO, locale), phone: 'sub' },
  {
    id: 'MOVIMIENTO',
    header: t('threshold.movement'),
    align: 'number',
    phone: 'sub-end',
    cell: (one) => (
      <>
        <Delta value={one.MOVIMIENTO} /> <small className="muted">{one.MONEDA}</small>
      </>
    ),
  },
  {
    id: 'CLASE',
    header: t('threshold.classHead'),
    phone: 'title-end',
    cell: (one) => (
      <bdi className="nowrap">
        <span className="muted">{t(`threshold.class.${one.DE}`)} → </span>
        {isMaterial(one.A) ? <StateBadge state={one.A === 'critica' ? 'critica' : 'material'} small /> : t(`threshold.class.${one.A}`)}
      </bdi>
    ),
  },
  { id: 'RECHAZOS', header: t('threshold.errors.rejections'), align: 'number', cell: (one) => formatCount(one.RECHAZOS, locale) },
  { id: 'REAPERTURAS', header: t('threshold.errors.reopenings'), align: 'number', cell: (one) => formatCount(one.REAPERTURAS, locale) },
]
