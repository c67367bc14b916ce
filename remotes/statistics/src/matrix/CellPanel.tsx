import type { Answer } from '@cuadre/api/endpoint'
import type { analysisMatrixParams } from '@cuadre/api/matrix'
import { useTranslation } from '@cuadre/shell'
import {
  buttonClass,
  Delta,
  ErrorState,
  formatCount,
  formatMonth,
  formatShortMonth,
  LIGHT,
  Skeleton,
  StateBadge,
  TextLink,
  TrafficLight,
  useLocale,
} from '@cuadre/ui'
import { LineChart } from '@cuadre/ui/charts'
import { Drawer, SegmentedControl } from '@cuadre/ui/overlay'
import { type KeyboardEvent, useState } from 'react'
import { useListLink } from '../shared/items/listQuery.ts'
import { useItemName } from '../shared/items/NamedAccount.tsx'
import { monthName } from '../shared/months.ts'
import { useWrite } from './CellValue.tsx'
import { type Chosen, COUNTS } from './levels.ts'
import { RemindOpen } from './RemindOpen.tsx'
import { contributions, isOpen, OPEN, partsOf, useCellItems } from './useCellItems.ts'

export type MetricInfo = Answer<typeof analysisMatrixParams>['metricas'][number]
type Props = {
  chosen: Chosen | undefined
  metric: MetricInfo
  filters: Record<string, string | number | undefined>
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** What is behind a cell, beside the table, which stays in use. */
export function CellPanel({ chosen, onKeyDown, ...rest }: Props) {
  const locale = useLocale()
  return (
    <Drawer
      open={chosen !== undefined}
      modeless
      size="wide"
      title={chosen ? formatMonth(chosen.period, locale) : ''}
      shows={chosen?.key}
      onClose={rest.onClose}
      onKeyDown={onKeyDown}
    >
      {chosen && <Content key={chosen.key} chosen={chosen} {...rest} />}
    </Drawer>
  )
}

const SHOWN = 8
/** Of the same year. */
const monthOf = (period: string, mes: number) => `${period.slice(0, 4)}-${String(mes).padStart(2, '0')}`
function Content({ chosen, metric, filters }: Omit<Props, 'chosen' | 'onClose' | 'onKeyDown'> & { chosen: Chosen }) {
  const { t } = useTranslation('statistics')
  const nameOf = useItemName()
  const locale = useLocale()
  const write = useWrite(metric.unidad)
  const link = useListLink()
  const [by, setBy] = useState<'analyst' | 'heading'>('analyst')
  const { data, failure } = useCellItems(chosen, filters)
  const { cell, name, place, cells } = chosen
  const previous = cells.findLast(({ mes, items }) => mes < cell.mes && items > 0)
  const then = useCellItems({ place, cell: previous ?? cell }, filters, previous !== undefined).data
  const points = previous && data?.complete && then?.complete ? contributions(then.rows, data.rows, by, metric.clave) : undefined
  const count = (n: number) => formatCount(n, locale)
  const where = { ...filters, ...place, periodId: cell.COD_PERIODO }
  const open = data?.rows.filter(isOpen) ?? []
  const plan = cell.plan !== null && cell.valor !== null ? Math.round((cell.valor - cell.plan) * 1000) / 10 : undefined
  const measured = cells.filter(({ valor }) => valor !== null)
  return (
    <>
      <p className="muted">{name}</p>
      <p>
        <span className="figure">
          {write(cell)}
          {metric.unidad === 'porcentaje' && <small>{locale === 'es' ? ' %' : '%'}</small>}
        </span>{' '}
        <TextLink href={link({ ...where, ...COUNTS[metric.clave] })}>
          {metric.unidad === 'porcentaje'
            ? t('matrix.part', { part: count(cell.numerador), whole: count(cell.denominador) })
            : t('matrix.openList')}
        </TextLink>
      </p>
      {cell.semaforo && (
        <p className="small">
          <TrafficLight light={LIGHT[cell.semaforo]}>
            {plan === undefined
              ? undefined
              : t(plan < 0 ? 'matrix.underPlan' : 'matrix.overPlan', {
                  points: Math.abs(plan).toLocaleString(locale, { maximumFractionDigits: 1 }),
                })}
          </TrafficLight>
        </p>
      )}
      {measured.length > 1 && (
        <div style={{ marginBlockStart: 16 }}>
          <LineChart
            title={t('matrix.trend')}
            of={t('list.period')}
            height={120}
            labels={measured.map(({ mes }) => formatShortMonth(monthOf(chosen.period, mes), locale).split(' ')[0]!)}
            series={[{ label: '', values: measured.map(({ valor }) => (metric.unidad === 'porcentaje' ? valor! * 100 : valor)) }]}
            format={(value) => value.toLocaleString(locale, { maximumFractionDigits: 1 })}
          />
        </div>
      )}
      {failure && <ErrorState {...failure} />}
      {!data && !failure && <Skeleton />}
      {data && !data.complete && <p className="small muted">{t('matrix.tooMany')}</p>}
      {data?.complete && (
        <>
          <div className="section-head">
            <h3 className="h2">{t('matrix.comesFrom')}</h3>
            <SegmentedControl
              label={t('matrix.comesFrom')}
              value={by}
              onChange={setBy}
              options={[
                { value: 'analyst', label: t('list.analyst') },
                { value: 'heading', label: t('list.heading') },
              ]}
            />
          </div>
          <table className="table panel-parts" aria-label={t('matrix.comesFrom')}>
            <thead>
              <tr>
                <th scope="col">{t(by === 'analyst' ? 'list.analyst' : 'list.heading')}</th>
                <th scope="col" className="end">
                  {t('matrix.items')}
                </th>
                <th scope="col" className="end">
                  {t('matrix.open')}
                </th>
                {points && previous && (
                  <th scope="col" className="end">
                    {t('matrix.contribution')}
                    <small className="block">
                      {t('matrix.contributionOf', { month: monthName(monthOf(chosen.period, previous.mes), locale) })}
                    </small>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {partsOf(data.rows, by, t('matrix.without.rubro'))
                .slice(0, SHOWN)
                .map((part) => (
                  <tr key={part.id}>
                    <td>{part.name}</td>
                    {[
                      { n: part.items, more: {} },
                      { n: part.open, more: OPEN },
                    ].map(({ n, more }, at) => (
                      <td key={at === 0 ? 'items' : 'open'} className="num end">
                        {n > 0 ? (
                          <TextLink
                            href={link({ ...where, [by === 'analyst' ? 'analistaId' : 'rubroDe']: part.id, ...more })}
                            className="figure-link"
                          >
                            {count(n)}
                          </TextLink>
                        ) : (
                          count(n)
                        )}
                      </td>
                    ))}
                    {points && (
                      <td className="num end">
                        <Delta value={points.get(part.id) ?? 0} decimals={1} />
                      </td>
                    )}
                  </tr>
                ))}
            </tbody>
          </table>
          <div className="section-head">
            <h3 className="h2">{t('matrix.open')}</h3>
            <span className="faint num small">{count(open.length)}</span>
          </div>
          <table className="table" aria-label={t('matrix.open')}>
            <tbody>
              {open.slice(0, SHOWN).map((item) => (
                <tr key={item.COD_ANALISIS}>
                  <td className="cut panel-account" title={nameOf(item)}>
                    {!item.GRUPO && item.CUENTA} <span className="medium">{item.GRUPO ? nameOf(item) : item.NOMBRE_CUENTA}</span>
                    <br />
                    <small className="muted">{item.ANALISTA}</small>
                  </td>
                  <td className="end">
                    <StateBadge
                      state={item.ETAPA === 'rechazado' ? 'rechazado' : item.ETAPA === 'sin_enviar' ? 'por-preparar' : 'revision'}
                    >
                      {t(`list.etapa.${item.ETAPA}`)}
                    </StateBadge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {open.length > 0 && (
            <p className="row">
              <TextLink href={link({ ...where, ...OPEN })} className={buttonClass('solid')}>
                {t('matrix.openAll', { count: open.length, n: count(open.length) })}
              </TextLink>
              {cell.enCurso && filters.asOf === undefined && <RemindOpen open={open} place={name} />}
            </p>
          )}
        </>
      )}
    </>
  )
}
