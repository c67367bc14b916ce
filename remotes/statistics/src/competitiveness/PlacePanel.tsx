import { COMPONENTS } from '@cuadre/api/statistics'
import { useTranslation } from '@cuadre/shell'
import { formatMoney, formatPercent, TextLink, useLocale } from '@cuadre/ui'
import { BarChart } from '@cuadre/ui/charts'
import { Drawer } from '@cuadre/ui/overlay'
import { useListLink } from '../shared/items/listQuery.ts'
import { MadeOf } from './MadeOf.tsx'
import { Radar } from './Radar.tsx'
import { type Component, indicesOf, type Place, placeQuery, type Ranked, type Ranking, wouldMove } from './ranking.ts'

/** Lists that show where a component is lost. */
const LOST: Record<Component, Record<string, string>> = {
  P: { plazo: 'fuera' },
  C: { completitud: 'vencido,completado_tarde,pendiente' },
  Q: { conRechazos: 'true' },
  E: { sinExplicar: 'true' },
  A: { etapa: 'aprobado' },
}
type Props = { place: Place | undefined; data: Ranking; of: Ranked; onClose: () => void }

/** One of the ranking: what its points are made of, what it is short of against the leader, what would move it. */
export function PlacePanel({ place, ...rest }: Props) {
  return (
    <Drawer
      open={place !== undefined}
      modeless
      size="wide"
      title={place?.nombre ?? ''}
      shows={place && String(place.id)}
      onClose={rest.onClose}
    >
      {place && <Content key={place.id} place={place} {...rest} />}
    </Drawer>
  )
}

function Content({ place, data, of }: Omit<Props, 'place' | 'onClose'> & { place: Place }) {
  const { t } = useTranslation('statistics')
  const locale = useLocale()
  const link = useListLink()
  const { componentes, intervalos, brecha, puesto, puestosPosibles } = place
  const { orders } = indicesOf(place, data.ajustado)
  const leader = data.data.find((each) => each.puesto === 1 && each.id !== place.id)
  const number = (value: number) => formatMoney(value, locale, { decimals: 1 })
  const percent = (value: number | null | undefined) => formatPercent(value === null || value === undefined ? null : value * 100, locale)
  const ranked = data.data.filter(({ estado }) => estado === 'clasificado').length
  const where = placeQuery(of, place.id)
  const moves = wouldMove(place, data.data, data.ajustado)
  if (!componentes) return null
  return (
    <div className="rank-panel">
      <p>
        <span className="figure">{orders === null ? '—' : number(orders)}</span>{' '}
        {puesto !== null && (
          <>
            {t('competitiveness.placeOf', { place: puesto, of: ranked })}{' '}
            {puestosPosibles && puestosPosibles.desde !== puestosPosibles.hasta && (
              <span className="muted">{t('competitiveness.possibleFrom', { from: puestosPosibles.desde, to: puestosPosibles.hasta })}</span>
            )}
          </>
        )}
      </p>
      {leader && brecha && (
        <BarChart
          title={t('competitiveness.gap', {
            points: number(COMPONENTS.reduce((sum, name) => sum + brecha[name], 0)),
            leader: leader.nombre,
          })}
          of={t('competitiveness.component')}
          labels={COMPONENTS.map((name) => t(`competitiveness.components.${name}`))}
          series={[
            {
              label: t('competitiveness.points'),
              color: 'rechazado',
              values: COMPONENTS.map((name) => Math.round(brecha[name] * 100) / 100),
            },
          ]}
          format={number}
          horizontal
          height={180}
        />
      )}
      <Radar place={place} leader={leader} />
      <table className="table" aria-label={t('competitiveness.madeOf')}>
        <thead>
          <tr>
            <th scope="col">{t('competitiveness.component')}</th>
            <th scope="col" className="end">
              {t('competitiveness.weight')}
            </th>
            <th scope="col" className="end">
              {t('competitiveness.value')}
            </th>
            <th scope="col" className="end">
              {formatPercent(95, locale, { decimals: 0 })}
            </th>
            {leader?.componentes && (
              <th scope="col" className="end">
                {leader.nombre}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {COMPONENTS.map((name) => {
            const interval = name === 'P' || name === 'C' || name === 'Q' ? intervalos?.[name] : undefined
            return (
              <tr key={name}>
                <td>
                  {t(`competitiveness.components.${name}`)}
                  <MadeOf component={name} place={place} where={where} />
                </td>
                <td className="num end">{data.pesos[name]}</td>
                <td className="num end strong">{percent(componentes[name])}</td>
                <td className="num end muted">
                  {interval
                    ? t('competitiveness.range', { from: percent(interval.desde), to: percent(interval.hasta) })
                    : t('competitiveness.exact')}
                </td>
                {leader?.componentes && <td className="num end">{percent(leader.componentes[name])}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      {moves.length > 0 && (
        <>
          <h3 className="h2">{t('competitiveness.wouldMove')}</h3>
          <p className="small muted">{t('competitiveness.wouldMoveHint')}</p>
          <ul className="rank-moves">
            {moves.map(({ components: [component, other], points, place: next }) => (
              <li key={`${component}${other}`}>
                <span>
                  {other ? (
                    t('competitiveness.both', {
                      one: t(`competitiveness.components.${component}`),
                      two: t(`competitiveness.components.${other}`).toLocaleLowerCase(locale),
                    })
                  ) : (
                    <>
                      {t(`competitiveness.components.${component}`)}{' '}
                      <TextLink href={link({ ...where, ...LOST[component!] })} className="link small">
                        {t('competitiveness.see')}
                      </TextLink>
                    </>
                  )}
                </span>
                <b className="num rank-up">+{number(points)}</b>
                <span className="muted">
                  {next === puesto ? t('competitiveness.samePlace') : t('competitiveness.newPlace', { place: next })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {leader?.propio && (
        <p>
          <TextLink href={link(placeQuery(of, leader.id))} className="link">
            {t('competitiveness.howLeader', { leader: leader.nombre })}
          </TextLink>
        </p>
      )}
      {!leader && puesto === 1 && <p className="small muted">{t('competitiveness.leads')}</p>}
    </div>
  )
}
