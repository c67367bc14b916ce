import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { Delta, formatCount, formatPercent, LIGHT, Money, Section, TextLink, TrafficLight, useLocale } from '@cuadre/ui'
import { type Column, DataTable, type Totals, unitOf, useRoomy } from '@cuadre/ui/data'
import { type ReactNode, useMemo } from 'react'
import { type ListQuery, useListLink } from '../shared/items/listQuery.ts'
import { formatTarget, percentOf, pointsBetween } from '../shared/ratio.ts'
import { AmountsByCurrency } from './AmountsByCurrency.tsx'
import { type BusinessRow, type Converted, convertedOf, type Management, sumOf } from './sums.ts'

type Figures = ReturnType<typeof sumOf> & Pick<BusinessRow, 'semaforoAvance'> & { where: ListQuery; converted: Converted | undefined }
/** Pixels of the window from which amounts of two kinds stand beside each other; below, what is unsupported stands above the table. */
const ROOM = 1680
const keyOf = ({ ID_NEGOCIO }: BusinessRow) => String(ID_NEGOCIO)
const countryOf = ({ ID_PAIS }: BusinessRow) => String(ID_PAIS)

/** Country ▸ business: the table that explains the figures above it. Its totals are made of its rows. */
export function BusinessTable({ data, loading }: { data: Management | undefined; loading: boolean }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const rows = data?.porNegocio
  const link = useListLink()
  const periodId = data?.period?.COD_PERIODO
  const grupo = data?.grupo ?? null
  const roomy = useRoomy(ROOM)
  const currency = unitOf(rows?.flatMap((row) => [...row.sinSustentar, ...row.sinExplicar].map(({ MONEDA }) => MONEDA)))

  // A month in course is compared with what should be done by now, not with a month that is done.
  const plan = data?.plan
  const { columns, figures } = useMemo(() => {
    const listed = (value: number, where: ListQuery) =>
      value === 0 ? (
        formatCount(0, locale)
      ) : (
        <TextLink href={link({ periodId, ...where })} className="figure-link">
          {formatCount(value, locale)}
        </TextLink>
      )
    const of =
      (cell: (figures: Figures) => ReactNode) =>
      (row: BusinessRow): ReactNode =>
        cell({ ...row, where: { negocioId: row.ID_NEGOCIO }, converted: convertedOf(grupo, [row]) })
    const cells = {
      items: ({ items, where }: Figures) => listed(items, where),
      avance: ({ avance }: Figures) => <Share ratio={avance} bar />,
      aTiempo: ({ aTiempo }: Figures) => <Share ratio={aTiempo} />,
      vencidos: ({ vencidos, where }: Figures) => (
        <>
          {listed(vencidos, { ...where, ...FIGURE_LIST.vencidos })}
          <span className="line-word"> {t('businesses.overdueWord', { count: vencidos })}</span>
        </>
      ),
      sinSustentar: ({ sinSustentar }: Figures) => <AmountsByCurrency amounts={sinSustentar} named={!currency} />,
      sinExplicar: ({ sinExplicar, converted }: Figures) => (
        <AmountsByCurrency amounts={sinExplicar} named={!currency} converted={converted} />
      ),
      estado: ({ semaforoAvance }: Figures) => <TrafficLight light={semaforoAvance ? LIGHT[semaforoAvance] : undefined} />,
    }
    const columns: Column<BusinessRow>[] = [
      {
        id: 'negocio',
        header: t('businesses.business'),
        phone: 'title',
        cell: ({ NEGOCIO }) => <span className="dash-inner">{NEGOCIO}</span>,
      },
      { id: 'items', header: t('businesses.items'), align: 'number', cell: of(cells.items) },
      { id: 'avance', header: t('businesses.progress'), unit: '%', align: 'number', phone: 'sub-end', cell: of(cells.avance) },
      {
        id: 'delta',
        header: 'Δ',
        unit: t(plan ? 'businesses.pointsToPlan' : 'businesses.points'),
        align: 'number',
        cell: ({ avance, deltaAvance }) => <Points value={plan ? pointsBetween(avance, plan.avance) : deltaAvance} />,
      },
      { id: 'aTiempo', header: t('businesses.onTime'), unit: '%', align: 'number', cell: of(cells.aTiempo) },
      { id: 'vencidos', header: t('businesses.overdue'), align: 'number', phone: 'sub', cell: of(cells.vencidos) },
      ...(roomy
        ? [
            {
              id: 'sinSustentar',
              header: t('businesses.unsupported'),
              unit: currency,
              align: 'number' as const,
              cell: of(cells.sinSustentar),
            },
          ]
        : []),
      { id: 'sinExplicar', header: t('businesses.unexplained'), unit: currency, align: 'number', cell: of(cells.sinExplicar) },
      { id: 'estado', header: t('businesses.state'), phone: 'title-end', cell: of(cells.estado) },
    ]
    const figures = (sums: Figures, delta: number | null | undefined): Totals => ({
      ...Object.fromEntries(Object.entries(cells).map(([id, cell]) => [id, cell(sums)])),
      // Not asked for yet is not the same as none.
      delta: delta === undefined ? '' : <Points value={delta} />,
    })
    return { columns, figures }
  }, [t, locale, currency, grupo, link, periodId, roomy, plan])

  const bounds = data && {
    green: formatTarget(data.umbrales.avance.verde, locale),
    amber: formatTarget(data.umbrales.avance.ambar, locale),
  }

  return (
    <Section
      title={t('businesses.title')}
      count={data && t('items', { count: data.total.items, n: formatCount(data.total.items, locale) })}
    >
      <DataTable
        label={t('businesses.title')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        loading={loading}
        bands={{
          of: countryOf,
          label: (_, inside) => inside[0]?.PAIS,
          totals: (country, inside) => {
            const of = data?.porPais.find(({ ID_PAIS }) => String(ID_PAIS) === country)
            const semaforoAvance = of?.semaforoAvance ?? null
            return figures(
              { ...sumOf(inside), semaforoAvance, where: { paisId: Number(country) }, converted: convertedOf(grupo, inside) },
              plan ? pointsBetween(sumOf(inside).avance, plan.avance) : (of?.deltaAvance ?? null),
            )
          },
        }}
        totals={
          data &&
          figures(
            {
              ...sumOf(data.porNegocio),
              semaforoAvance: data.total.semaforoAvance,
              where: {},
              converted: convertedOf(grupo, data.porNegocio),
            },
            pointsBetween(data.total.avance, plan ? plan.avance : (data.total.anterior?.avance ?? null)),
          )
        }
      />
      <p className="dash-key">
        {data?.plan ? (
          <span>{t('businesses.plan', { percent: formatPercent(data.plan.avance * 100, locale) })}</span>
        ) : (
          bounds && (
            <>
              <span>{t('businesses.key')}</span>
              <TrafficLight light="meta">{t('businesses.good', bounds)}</TrafficLight>
              <TrafficLight light="atencion">{t('businesses.attention', bounds)}</TrafficLight>
              <TrafficLight light="critico">{t('businesses.critical', bounds)}</TrafficLight>
            </>
          )
        )}
      </p>
    </Section>
  )
}

function Share({ ratio, bar }: { ratio: number | null; bar?: boolean }) {
  const percent = percentOf(ratio)
  const sign = useLocale() === 'es' ? ' %' : '%'
  return (
    <>
      {bar && (
        <span className="bar-mini" aria-hidden>
          <i style={{ inlineSize: `${percent ?? 0}%` }} />
        </span>
      )}
      <Money value={percent} decimals={1} />
      {percent !== null && <span className="line-word">{sign}</span>}
    </>
  )
}

const Points = ({ value }: { value: number | null }) => (
  <span className="dash-points">
    <Delta value={value} decimals={1} />
  </span>
)
