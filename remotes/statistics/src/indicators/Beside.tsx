import { statisticsIndicator } from '@cuadre/api/statistics'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { formatMoney, formatMonth, type Locale, Skeleton, TextLink, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useListLink } from '../shared/items/listQuery.ts'
import { decimalsOf, type Place, write } from './figure.ts'
import { type Indicator, LISTS } from './indicators.ts'

/** The filter that the list of a part has. */
const FILTER = { pais: 'paisId', negocio: 'negocioId', departamento: 'departamentoId' } as const

type Props = {
  row: Indicator
  /** The months that the figure is of. */
  periodIds: string
  place: Place
  /** The filters of its list. */
  list: Place
  /** Beside the year before stands the row itself, of the year. */
  compares: boolean
}
/** What a figure stands beside: asked for when it is opened, not for every cell. */
export function Beside({ row, periodIds, place, list, compares }: Props) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const found = useQuery({
    ...query(statisticsIndicator, { params: { codigo: row.codigo }, query: { ...place, periodIds } }),
    staleTime: 60_000,
  })
  const failure = failureOf(found)
  if (failure) return <span className="small muted">{t('indicators.noBeside')}</span>
  if (!found.data) return <Skeleton height={36} />
  const { anterior, delta, meses, parte } = found.data
  if (!compares && !parte) return null
  const [month] = meses
  const filters = LISTS[row.codigo]
  return (
    <dl className="indicator-beside">
      {compares && (
        <div>
          <dt>{month ? t('indicators.against', { month: formatMonth(month.PERIODO, locale) }) : t('indicators.yearBefore')}</dt>
          <dd>
            {delta === null ? (
              <span className="muted">{t('indicators.noYearBefore')}</span>
            ) : (
              <>
                <b>{signed(row, delta, locale)}</b>{' '}
                <small className="muted">{t('indicators.was', { value: write(row, anterior, locale) })}</small>
              </>
            )}
          </dd>
        </div>
      )}
      {parte && (
        <div>
          <dt>{t(row.sentido === 1 ? 'indicators.drewDown' : 'indicators.pushedUp')}</dt>
          <dd>
            {filters && (parte.id !== null || parte.nivel === 'departamento') ? (
              <TextLink href={link({ ...list, ...filters, [FILTER[parte.nivel]]: parte.id ?? 'ninguno' })}>
                {parte.nombre ?? t(`matrix.without.${parte.nivel}`)}
              </TextLink>
            ) : (
              (parte.nombre ?? t(`matrix.without.${parte.nivel}`))
            )}
            , <b>{write(row, parte.valor, locale)}</b>
            <small className="muted block">{t('indicators.without', { value: write(row, parte.sin, locale) })}</small>
          </dd>
        </div>
      )}
    </dl>
  )
}
const signed = (row: Indicator, delta: number, locale: Locale) => formatMoney(delta, locale, { decimals: decimalsOf(row), signed: true })
